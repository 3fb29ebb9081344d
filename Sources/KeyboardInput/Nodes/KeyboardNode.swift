internal import Domain

/// An evdev node as udev shows it. Nothing is opened to find this out.
struct KeyboardNode: Hashable, Sendable {
  /// The name of this appearance of the node: "/sys/devices/…/event7".
  var path: String
  /// "/dev/input/event7"
  var node: String
  /// The kernel's name.
  var name: String
  var product: ProductID
  /// "/dev/input/by-id/…", "/dev/input/by-path/…"
  var links: [String]
  /// udev's ID_INPUT_KEY: it has keys of a keyboard. A mouse and a joystick have buttons only.
  var hasKeys: Bool

  /// Our own virtual devices begin with this: listening to what we pass on would be a loop.
  static let ownPrefix = "hwctl "

  func matches(_ match: KeyboardSelection.Match) -> Bool {
    guard !name.hasPrefix(Self.ownPrefix) else { return false }
    return switch match {
    case .name(let name): self.name == name
    case .path(let path): node == path || links.contains(path)
    case .product(let product): self.product == product
    }
  }
}

/// What comes of the user's list on the nodes that are there. Pure.
struct KeyboardAssignment: Hashable, Sendable {
  enum Verdict: Hashable, Sendable {
    case use
    /// Nothing fits the selection.
    case missing
    case notAKeyboard
    /// hwctl takes it as a Device.
    case driven
    /// An earlier selection has it.
    case listedTwice
  }

  var selection: KeyboardSelection
  /// Nil with `missing` only.
  var node: KeyboardNode?
  var verdict: Verdict

  /// In the order of the list. A selection that fits several nodes takes all that are keyboards.
  static func all(
    _ selections: [KeyboardSelection], _ nodes: [KeyboardNode], isDriven: (ProductID) -> Bool
  ) -> [KeyboardAssignment] {
    var taken: Set<String> = []
    return selections.flatMap { selection in
      let fitting = nodes.filter { $0.matches(selection.match) }.sorted { $0.path < $1.path }
      guard !fitting.isEmpty else {
        return [KeyboardAssignment(selection: selection, node: nil, verdict: .missing)]
      }
      let assignments = fitting.map { node in
        let verdict: Verdict =
          if isDriven(node.product) { .driven } else if !node.hasKeys {
            .notAKeyboard
          } else if !taken.insert(
            node.path
          ).inserted { .listedTwice } else { .use }
        return KeyboardAssignment(selection: selection, node: node, verdict: verdict)
      }
      // A keyboard often has nodes beside it that are none; they are worth a word only when there is nothing else.
      let keyboards = assignments.filter { $0.verdict != .notAKeyboard }
      return keyboards.isEmpty ? Array(assignments.prefix(1)) : keyboards
    }
  }
}
