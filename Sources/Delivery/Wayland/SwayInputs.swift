internal import FoundationEssentials

/// What sway says of one keyboard.
struct SwayInput: Hashable, Sendable {
  /// The names of its layouts, as in the keymap: "English (US)".
  var layouts: [String]
  /// Which of them is on.
  var group: UInt32
}

/// sway's input devices, by its IPC (sway-ipc(7), GET_INPUTS).
enum SwayInputs {
  /// Asked on the delivery queue; sway answers within 8 ms (measured).
  private static let timeLimit = Duration.milliseconds(500)

  /// The virtual keyboard of uinput; nil where sway has not seen it.
  static func virtualKeyboard(path: String) throws(WindowSystemError) -> SwayInput? {
    try virtualKeyboard(in: try SwayIPC.ask(.getInputs, path: path, timeLimit: timeLimit))
  }

  static func virtualKeyboard(in json: [UInt8]) throws(WindowSystemError) -> SwayInput? {
    let inputs: [Input]
    do {
      inputs = try JSONDecoder().decode([Input].self, from: Data(json))
    } catch {
      throw WindowSystemError(code: .malformed)
    }
    guard let input = inputs.first(where: { $0.name == VirtualKeyboard.name && $0.type == "keyboard" }),
      let layouts = input.layouts, let group = input.group
    else { return nil }
    return SwayInput(layouts: layouts, group: group)
  }

  private struct Input: Decodable {
    var name: String
    var type: String
    var layouts: [String]?
    var group: UInt32?

    enum CodingKeys: String, CodingKey {
      case name, type
      case layouts = "xkb_layout_names"
      case group = "xkb_active_layout_index"
    }
  }
}
