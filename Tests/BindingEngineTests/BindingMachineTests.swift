import BindingEngine
import Domain
import Scenario
import Testing

/// What the scenario files cannot say.
@Suite("Binding machine")
struct BindingMachineTests {
  private let pedal = DeviceDescriptor(
    handle: DeviceHandle(rawValue: 1), id: DeviceID(rawValue: "pedal"), model: "vec-infinity",
    product: ProductID(vendor: 0x05f3, product: 0x00ff), name: "pedal", controls: ["left", "center", "right"])
  private let center = ControlAddress(device: DeviceHandle(rawValue: 1), control: 1)
  private let now = MonotonicInstant(nanoseconds: 5_000)

  private func machine() throws -> BindingMachine {
    BindingMachine(profile: try #require(ProfileEnvelope.standard.active))
  }

  private func event(_ change: ControlEvent.Change, at nanoseconds: Int64 = 1_000) -> BindingFact {
    .control(
      ControlEvent(
        address: center, change: change, instant: MonotonicInstant(nanoseconds: nanoseconds)))
  }

  @Test("The cause carries the Control and the instant of the press, not of the call")
  func causeCarriesPress() throws {
    var machine = try machine()
    #expect(machine.play(.attached(pedal), at: now) == [])
    #expect(
      machine.play(event(.pressed, at: 1_234), at: now)
        == [.begin(.localDictation, .control(center, at: MonotonicInstant(nanoseconds: 1_234)))])
    #expect(machine.isActive(.localDictation))
    #expect(machine.pressedControls == [center])
    #expect(!machine.isLatched(.localDictation))
  }

  @Test("A command's cause is the instant of the call")
  func commandCause() throws {
    var machine = try machine()
    #expect(
      machine.play(.commanded(.toggle, .localDictation), at: now)
        == [.begin(.localDictation, .command(at: now))])
    #expect(machine.isLatched(.localDictation))
  }

  @Test("A Device that was never attached is ignored, and so is its removal")
  func unknownDevice() throws {
    var machine = try machine()
    #expect(machine.play(event(.pressed), at: now) == [])
    #expect(machine.play(.deviceRemoved(pedal.handle), at: now) == [])
    #expect(machine.pressedControls == [])
  }

  @Test("A Device attached a second time without a removal starts with its Controls released")
  func attachedTwice() throws {
    var machine = try machine()
    _ = machine.play(.attached(pedal), at: now)
    _ = machine.play(event(.pressed), at: now)
    #expect(machine.play(.attached(pedal), at: now) == [.end(.localDictation, .deviceRemoved)])
    #expect(machine.pressedControls == [])
    #expect(machine.play(event(.pressed), at: now).count == 1)
  }

  @Test("A value of a Control that is bound for presses begins nothing")
  func valuesAreIgnored() throws {
    var machine = try machine()
    _ = machine.play(.attached(pedal), at: now)
    #expect(machine.play(event(.value(7)), at: now) == [])
    #expect(machine.play(event(.turned(-7)), at: now) == [])
  }
}
