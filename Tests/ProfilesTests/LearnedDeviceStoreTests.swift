import Domain
import Profiles
import SystemCalls
import TestSupport
import Testing

@Suite struct LearnedDeviceStoreTests {
  let folder: TemporaryFolder
  let store: LearnedDeviceStore

  init() throws {
    folder = try TemporaryFolder()
    store = LearnedDeviceStore(path: folder.file("devices.json"), templates: ["gamepad"])
  }

  static let pedal = LearnedDevice(
    product: ProductID(vendor: 0x1234, product: 0x00ff), name: "Cheap pedal",
    controls: [
      LearnedControl(id: "control-1", name: "Left", scanCode: 0x70005, keyCode: 48),
      LearnedControl(id: "control-2", name: "Right", scanCode: nil, keyCode: 0x2ff, isTapOnly: true),
    ])
  static let pad = LearnedDevice(
    product: ProductID(vendor: 0x45e, product: 1), name: "Pad", template: "gamepad", controls: [])

  @Test func `devices come back as they were taught, each product once`() throws {
    #expect(try store.load().devices == [])
    try store.add(Self.pedal)
    try store.add(Self.pad)
    #expect(try store.inspect() == [Self.pedal, Self.pad])
    var renamed = Self.pedal
    renamed.name = "Pedal"
    try store.add(renamed)
    #expect(try store.inspect() == [Self.pad, renamed])
    #expect(TemporaryFolder.mode(store.path) == 0o600)
    #expect(try store.remove(Self.pad.product))
    #expect(try !store.remove(Self.pad.product))
    #expect(try store.inspect() == [renamed])
  }

  static let bad: [(String, [String])] = [
    (
      "{}",
      [
        "devices[0].product: missing", "devices[0].name: missing",
        #"devices[0].template: missing: write "template" or "controls""#,
      ]
    ),
    (
      #"{"product":"12:34","name":"A","template":"gamepad"}"#,
      ["devices[0].product: 5 characters, allowed are 9 to 9"]
    ),
    (
      #"{"product":"1234:00ff","name":"A","template":"piano"}"#,
      [#"devices[0].template: unknown template "piano"; allowed: gamepad"#]
    ),
    (#"{"product":"1234:00ff","name":"A","controls":[]}"#, ["devices[0].controls: the list is empty"]),
    (
      #"{"product":"1234:00ff","name":"A","controls":[{"id":"a","name":"A","keyCode":768,"scanCode":"70005"}]}"#,
      [
        #"devices[0].controls[0].keyCode: 768 is out of range, allowed are 1 to 767"#,
        #"devices[0].controls[0].scanCode: "70005" is no scan code: write it in hexadecimal, as in "0x90001""#,
      ]
    ),
    (
      #"{"product":"1234:00ff","name":"A","controls":[{"id":"a","name":"A","keyCode":1},{"id":"a","name":"B","keyCode":1}]}"#,
      [
        #"devices[0].controls[1].id: "a" stands here twice"#,
        "devices[0].controls[1].keyCode: 1 stands here twice",
      ]
    ),
  ]

  @Test(arguments: bad) func `each mistake is named by its place`(device: String, issues: [String]) {
    let text = #"{"schemaVersion":1,"devices":[\#(device)]}"#
    #expect(
      LearnedDeviceStore.validate(bytes: Array(text.utf8), templates: ["gamepad"]).map(\.description)
        == issues)
  }

  @Test func `a damaged file is kept, and one of a later version is not touched`() throws {
    _ = try folder.write("devices.json", "?")
    guard case .preserved(let path, _) = try store.load().origin else {
      Issue.record("the damaged file was not reported")
      return
    }
    #expect(Files.exists(path))
    _ = try folder.write("devices.json", #"{"schemaVersion":2}"#)
    #expect(throws: ProfileError.self) { try store.add(Self.pedal) }
    #expect(try Files.read(store.path, limit: 100) == Array(#"{"schemaVersion":2}"#.utf8))
  }
}
