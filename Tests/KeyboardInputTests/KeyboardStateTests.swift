import Domain
import Glibc
import SystemCalls
import Testing

@testable import KeyboardInput

@Suite("Keyboard list and messages")
struct KeyboardStateTests {
  private static func node(
    _ number: Int, _ name: String, product: UInt16 = 1, links: [String] = [], hasKeys: Bool = true
  ) -> KeyboardNode {
    KeyboardNode(
      path: "/sys/event\(number)", node: "/dev/input/event\(number)", name: name,
      product: ProductID(vendor: 1, product: product), links: links, hasKeys: hasKeys)
  }

  private static let nodes = [
    node(3, "Acme Keyboard", links: ["/dev/input/by-id/usb-Acme-event-kbd"]),
    node(4, "Acme Keyboard Mouse", hasKeys: false),
    node(5, "Acme Keys", product: 1), node(6, "Pedal", product: 9), node(7, "hwctl copy of Acme Keyboard"),
    node(8, "Mouse", product: 2, hasKeys: false),
  ]

  @Test(
    "A selection finds keyboards by name, link or product, and says what is wrong with it",
    arguments: [
      (.name("Acme Keyboard"), ["/dev/input/event3 use"]),
      (.path("/dev/input/by-id/usb-Acme-event-kbd"), ["/dev/input/event3 use"]),
      (.path("/dev/input/event5"), ["/dev/input/event5 use"]),
      (.product(ProductID(vendor: 1, product: 1)), ["/dev/input/event3 use", "/dev/input/event5 use"]),
      (.name("Mouse"), ["/dev/input/event8 notAKeyboard"]),
      (.name("Pedal"), ["/dev/input/event6 driven"]),
      (.name("acme keyboard"), ["- missing"]),
      (.name("hwctl copy of Acme Keyboard"), ["- missing"]),
    ] as [(KeyboardSelection.Match, [String])])
  func assigned(_ match: KeyboardSelection.Match, _ expected: [String]) {
    #expect(Self.assign([KeyboardSelection(match: match, mode: .observe)]) == expected)
  }

  @Test("A keyboard that two entries fit belongs to the first")
  func twice() {
    let selections: [KeyboardSelection] = [
      KeyboardSelection(match: .name("Acme Keys"), mode: .grab),
      KeyboardSelection(match: .product(ProductID(vendor: 1, product: 1)), mode: .observe),
    ]
    #expect(
      Self.assign(selections) == [
        "/dev/input/event5 use", "/dev/input/event3 use", "/dev/input/event5 listedTwice",
      ])
  }

  private static func assign(_ selections: [KeyboardSelection]) -> [String] {
    KeyboardAssignment.all(selections, nodes, isDriven: { $0.product == 9 })
      .map { "\($0.node?.node ?? "-") \($0.verdict)" }
  }

  @Test("A copy is named after its keyboard, within what the kernel takes")
  func copyName() {
    #expect(CopyKeyboard.copyName(of: "Acme Keyboard") == "hwctl copy of Acme Keyboard")
    let long = CopyKeyboard.copyName(of: String(repeating: "ä", count: 60))
    #expect(long.utf8.count == 78 && long.hasPrefix("hwctl "))
  }

  @Test(
    "Every state says which keyboard, why, and what to do",
    arguments: [
      (.ready, nil), (.starting, nil), (.suspended, nil),
      (
        .missing,
        "No keyboard “Acme Keyboard” is plugged in. Plug it in, or correct the list of keyboards; “hwctl devices” shows "
          + "the names."
      ),
      (
        .permissionDenied(path: "/dev/input/event3"),
        "The keyboard “Acme Keyboard” is not used: /dev/input/event3 may not be opened by this user. Give the user access "
          + "to this one keyboard with a udev rule (TAG+=\"uaccess\"), or add the user to the group “input”, which lets "
          + "every program read every keyboard."
      ),
      (
        .permissionDenied(path: "/dev/uinput"),
        "The keyboard “Acme Keyboard” is not used: /dev/uinput may not be opened by this user. Install 70-hwctl.rules, "
          + "then run “sudo udevadm control --reload” and “sudo udevadm trigger /dev/uinput”."
      ),
      (
        .busy(holders: [NodeHolder(process: 12, command: "keyd")]),
        "The keyboard “Acme Keyboard” is in use by keyd (process 12). Stop that program, or list the keyboard with mode "
          + "“observe”; hwctl tries again by itself."
      ),
      (
        .keysHeld,
        "The keyboard “Acme Keyboard” has a key held down, so it was not taken over. Release it; hwctl goes on by itself."
      ),
      (
        .notRead,
        "The keyboard “Acme Keyboard” was not taken over: no desktop reads its virtual copy, and typing would be lost. In "
          + "a graphical session this passes by itself; else list it with mode “observe”."
      ),
      (
        .notAKeyboard,
        "The keyboard “Acme Keyboard” has no keys of a keyboard. Take it out of the list of keyboards."
      ),
      (
        .driven,
        "The keyboard “Acme Keyboard” is a device whose controls hwctl binds already. Take it out of the list of keyboards "
          + "and bind its controls in a profile."
      ),
      (
        .listedTwice,
        "The keyboard “Acme Keyboard” is listed twice. Take one entry out of the list of keyboards."
      ),
      (
        .failed(path: "/dev/input/event3", code: EIO),
        "The keyboard “Acme Keyboard” cannot be used: /dev/input/event3: Input/output error. Plug it in again; “sudo "
          + "dmesg” shows what the kernel says of it."
      ),
    ] as [(KeyboardState, String?)])
  func messages(_ state: KeyboardState, _ message: String?) {
    let selection = KeyboardSelection(match: .name("Acme Keyboard"), mode: .grab)
    #expect(KeyboardStatus(selection: selection, state: state).message == message)
  }

  @Test("Chords that cannot be had say why")
  func problems() {
    #expect(
      ChordProblem(chord: "ctrl+ssharp", reason: .unavailableKey).message
        == "The chord “ctrl+ssharp” has a key that the keyboard layout does not have. Choose another key, or set the "
        + "layout in the preferences.")
    #expect(
      ChordProblem(chord: "shift+a", reason: .duplicate(of: "A")).message
        == "The chord “shift+a” is the same keys as “A”. Change one of them.")
  }

  @Test("Every error of the keyboard thread has a message of its own")
  func errors() {
    let messages = KeyboardInputError.Code.allCases.map { KeyboardInputError($0, systemCode: EMFILE).message }
    #expect(Set(messages).count == KeyboardInputError.Code.allCases.count)
  }
}
