import Domain
import Testing

@Suite struct KeyChordTests {
  @Test(arguments: [
    ("v", KeyChord(modifiers: [], key: "v")),
    ("ctrl+shift+V", KeyChord(modifiers: [.control, .shift], key: "V")),
    ("Control+Alt+Delete", KeyChord(modifiers: [.control, .alt], key: "Delete")),
    ("super+F13", KeyChord(modifiers: [.super], key: "F13")),
  ])
  func chordsAreRead(text: String, chord: KeyChord) {
    #expect(KeyChord(text) == chord)
    #expect(KeyChord(chord.description) == chord)
  }

  @Test(arguments: ["", "+", "ctrl+", "+v", "hyper+v", "ctrl+ctrl+v", "ctrl++"])
  func whatIsNoChordIsRefused(text: String) {
    #expect(KeyChord(text) == nil)
  }
}

@Suite struct SessionIDTests {
  @Test func anIDIsSafeAsAFileName() {
    #expect(SessionID(rawValue: "20261130T081502Z-4f9c2a17")?.rawValue == "20261130T081502Z-4f9c2a17")
    for text in [
      "", "../../etc/passwd-12345678", "20261130T081502Z-4F9C2A17", "20261130T081502Z-4f9c2a1",
      "20261130 081502Z-4f9c2a17",
      "20261130T081502Z-4f9c2a17/",
    ] {
      #expect(SessionID(rawValue: text) == nil, "\(text)")
    }
  }
}

@Suite struct MonotonicInstantTests {
  @Test func kernelTimeStampsAndDurationsAddUp() {
    let instant = MonotonicInstant(seconds: 12, microseconds: 345_678)
    #expect(instant.nanoseconds == 12_345_678_000)
    #expect(instant.advanced(by: .milliseconds(-1)).nanoseconds == 12_344_678_000)
    #expect(instant.duration(to: instant.advanced(by: .seconds(3600))) == .seconds(3600))
  }

  @Test func aProductIsWrittenAsLsusbWritesIt() {
    #expect(ProductID(vendor: 0x05f3, product: 0xff).description == "05f3:00ff")
    #expect(DeviceID(product: ProductID(vendor: 1, product: 2), port: "usb-1").rawValue == "0001:0002@usb-1")
  }
}
