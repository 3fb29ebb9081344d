import Testing

@testable import Desktop

struct QuietMachineTests {
  private func player(_ owner: String, isPlaying: Bool, canPause: Bool? = nil) -> MediaPlayer {
    var player = MediaPlayer(name: owner, owner: owner)
    player.properties.isPlaying = isPlaying
    player.properties.canPause = canPause
    return player
  }

  @Test func `what plays is paused, and goes on`() {
    var machine = QuietMachine()
    #expect(machine.begin([player("a", isPlaying: true), player("b", isPlaying: false)]) == ["a"])
    #expect(machine.end([player("a", isPlaying: false), player("b", isPlaying: false)]) == ["a"])
  }

  @Test func `of two that speak the first pauses and the last lets go on`() {
    var machine = QuietMachine()
    #expect(machine.begin([player("a", isPlaying: true)]) == ["a"])
    #expect(machine.begin([player("a", isPlaying: false)]) == [])
    #expect(machine.end([player("a", isPlaying: false)]) == [])
    #expect(machine.end([player("a", isPlaying: false)]) == ["a"])
    #expect(machine.end([player("a", isPlaying: false)]) == [])
  }

  @Test func `what a person has played or closed meanwhile is left alone`() {
    var machine = QuietMachine()
    #expect(machine.begin([player("a", isPlaying: true), player("b", isPlaying: true)]) == ["a", "b"])
    #expect(machine.end([player("a", isPlaying: true)]) == [])
  }

  @Test func `what cannot be paused is not asked`() {
    var machine = QuietMachine()
    #expect(machine.begin([player("a", isPlaying: true, canPause: false)]) == [])
  }
}
