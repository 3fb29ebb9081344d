internal import Domain

/// An Action that has begun, and everything that keeps it going. It ends when the last owner is gone.
struct ActiveAction {
  /// Why an Action goes on.
  enum Owner: Hashable {
    /// A Momentary Control that is still down.
    case held(ControlAddress)
    /// A Toggle that was pressed once.
    case latched(ControlAddress)
    /// `hwctl begin`.
    case command

    /// Nil for a command.
    var address: ControlAddress? {
      switch self {
      case .held(let address), .latched(let address): address
      case .command: nil
      }
    }

    /// Goes on with nothing pressed.
    var isLatch: Bool {
      switch self {
      case .held: false
      case .latched, .command: true
      }
    }

    /// The mode of the Binding chosen at the press; nil for a command.
    var mode: InteractionMode? {
      switch self {
      case .held: .momentary
      case .latched: .toggle
      case .command: nil
      }
    }
  }

  let action: Action
  /// Never empty between two facts.
  var owners: [Owner]
}
