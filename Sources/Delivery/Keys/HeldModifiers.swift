internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// Sees whether somebody holds Shift, Ctrl, Alt or Super: keys typed meanwhile would become shortcuts.
///
/// The console answers for all keyboards where it may be asked; else the keyboards that this user may open are asked for
/// their state. Events are never read. Where neither is possible, no modifier counts as held.
struct HeldModifiers {
  private let console: Console?
  private let keyboards: [OpenKeyboard]

  /// Modifier keys of linux/input-event-codes.h: left and right Ctrl, Shift, Alt, Meta.
  private static let modifierKeys: [UInt16] = [29, 97, 42, 54, 56, 100, 125, 126]

  /// - Parameters:
  ///   - excluded: the event node of the virtual keyboard.
  ///   - console: the terminal to ask, if it is in front and will answer.
  init(excluding excluded: String, console: Console? = Console.active()) {
    if let console, console.translatesKeys, console.hasHeldModifiers != nil {
      self.console = console
      keyboards = []
      return
    }
    self.console = nil
    let names = (try? Files.names(in: NodeWatch.folder)) ?? []
    keyboards = names.filter { $0.hasPrefix("event") && $0 != excluded }.compactMap { name in
      guard
        let descriptor = try? FileDescriptor.open(
          "\(NodeWatch.folder)/\(name)", O_RDONLY | O_NONBLOCK)
      else { return nil }
      let keyboard = OpenKeyboard(descriptor)
      return keyboard.hasAny(of: Self.modifierKeys) ? keyboard : nil
    }
  }

  /// Whether one is down now.
  var areHeld: Bool {
    if let console { return console.hasHeldModifiers ?? false }
    return keyboards.contains { $0.holdsAny(of: Self.modifierKeys) }
  }
}

/// A keyboard that is asked for its state.
private final class OpenKeyboard {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  func hasAny(of keys: [UInt16]) -> Bool { bits(hwctl_eviocgbit(EV_KEY, Self.byteCount), haveAny: keys) }

  /// EVIOCGKEY: the keys that are down. A keyboard that has gone holds none.
  func holdsAny(of keys: [UInt16]) -> Bool { bits(hwctl_eviocgkey(Self.byteCount), haveAny: keys) }

  /// Bits up to KEY_MAX (0x2ff).
  private static let byteCount = 0x300 / 8

  private func bits(_ request: UInt, haveAny keys: [UInt16]) -> Bool {
    var bits = [UInt8](repeating: 0, count: Self.byteCount)
    guard hwctl_ioctl_pointer(descriptor.rawValue, request, &bits) >= 0 else { return false }
    return keys.contains { bits[Int($0) / 8] & (1 << (UInt8($0) % 8)) != 0 }
  }
}
