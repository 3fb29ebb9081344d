import BusTesting
import Dispatch
import MessageBus
import Synchronization

@testable import Delivery

/// An application on a private accessibility bus that behaves as a test wants: one text field that has the focus.
///
/// Its own registry, session's accessibility service and bus are played too, on one dbus-daemon.
final class ScriptedApplication: Sendable {
  /// What it does with an insertion.
  enum Insertion: Sendable {
    case insert
    /// Says yes and does nothing, as Firefox does.
    case ignore
    /// Inserts what the length says in UTF-16 units, too much or too little.
    case cut(Int)
    /// Does it and never answers.
    case insertSilently
    /// Does nothing at all until it is released; then it inserts, and answers everything in order.
    case hang
    /// Ends.
    case leave
  }

  struct Field: Sendable {
    var text = ""
    var caret: Int32 = 0
    var role: UInt32 = 61
    /// focused, editable
    var states: UInt32 = 1 << 12 | 1 << 7
    var toolkit = "gtk"
    var insertion = Insertion.insert
    var insertions = 0
  }

  static let path = "/org/a11y/atspi/accessible/1"
  private static let window = "/org/a11y/atspi/accessible/0"

  let bus: MessageBus
  let field = Mutex(Field())
  /// Calls that are never answered while it lives.
  private let unanswered = Mutex<[Invocation]>([])
  private let goOn = DispatchSemaphore(value: 0)

  init(_ bus: TestBus) async throws {
    self.bus = try MessageBus(bus.address, name: "scripted")
    await self.bus.connected()
    let address = bus.text
    try await self.bus.attempt { [self] connection in
      try connection.export(Self.launcher(address), at: "/org/a11y/bus")
      try connection.export(Self.registry, at: "/org/a11y/atspi/registry")
      for interface in [accessible, text, editableText] { try connection.export(interface, at: Self.path) }
      for interface in [parent(of: Self.window), application] {
        try connection.export(interface, at: AccessibleObject.rootPath)
      }
      try connection.export(parent(of: Self.path), at: Self.window)
    }
    for name in ["org.a11y.Bus", "org.a11y.atspi.Registry"] { try await self.bus.own(name) }
  }

  func change(_ body: @Sendable (inout Field) -> Void) { field.withLock { body(&$0) } }

  var state: Field { field.withLock { $0 } }

  /// Lets it go on after it hung.
  func release() { goOn.signal() }

  // MARK: What it offers

  private static func launcher(_ address: String) -> BusInterface {
    BusInterface(
      "org.a11y.Bus", methods: [BusMethod("GetAddress", gives: "s") { $0.reply([.string(address)]) }])
  }

  private static var registry: BusInterface {
    BusInterface(
      "org.a11y.atspi.Registry", methods: [BusMethod("RegisterEvent", takes: "s") { $0.reply() }])
  }

  /// The desktop, which has the window as its child, or the window, which has the field.
  private func parent(of child: String) -> BusInterface {
    BusInterface(
      "org.a11y.atspi.Accessible",
      methods: [
        method("GetChildren", gives: "a(so)") { [bus] invocation, _ in
          bus.perform { connection in
            let child = BusValue.structure([
              .string(connection.uniqueName ?? ""), .objectPath(child),
            ])
            invocation.value.reply([.array(of: "(so)", [child])])
          }
        }
      ], properties: [BusProperty("Name", "s", get: { .string("scripted") })])
  }

  private var application: BusInterface {
    BusInterface(
      "org.a11y.atspi.Application",
      properties: [BusProperty("ToolkitName", "s", get: { [self] in .string(state.toolkit) })])
  }

  private var accessible: BusInterface {
    BusInterface(
      "org.a11y.atspi.Accessible",
      methods: [
        method("GetState", gives: "au") { invocation, field in
          invocation.value.reply([.array(of: "u", [.uint32(field.states), .uint32(0)])])
        },
        method("GetRole", gives: "u") { invocation, field in invocation.value.reply([.uint32(field.role)]) },
        method("GetChildren", gives: "a(so)") { invocation, _ in
          invocation.value.reply([.array(of: "(so)", [])])
        },
      ])
  }

  private var text: BusInterface {
    BusInterface(
      "org.a11y.atspi.Text",
      methods: [
        method("GetText", takes: "ii", gives: "s") { invocation, field in
          let scalars = Array(field.text.unicodeScalars)
          let ends = (0..<2).map { Int(invocation.value.call.arguments[$0].integer ?? 0) }
          var part = String.UnicodeScalarView()
          part.append(contentsOf: scalars[min(ends[0], scalars.count)..<min(ends[1], scalars.count)])
          invocation.value.reply([.string(String(part))])
        },
        method("GetNSelections", gives: "i") { invocation, _ in invocation.value.reply([.int32(0)]) },
        BusMethod("SetCaretOffset", takes: "i", gives: "b") { [self] invocation in
          let offset = Int32(invocation.call.arguments[0].integer ?? 0)
          change { $0.caret = offset }
          invocation.reply([.boolean(true)])
        },
      ],
      properties: [
        BusProperty("CharacterCount", "i", get: { [self] in .int32(Int32(state.text.unicodeScalars.count)) }),
        BusProperty("CaretOffset", "i", get: { [self] in .int32(state.caret) }),
      ])
  }

  private var editableText: BusInterface {
    BusInterface(
      "org.a11y.atspi.EditableText",
      methods: [BusMethod("InsertText", takes: "isi", gives: "b") { [self] in insert($0) }])
  }

  private func method(
    _ name: String, takes: String = "", gives: String,
    _ answer: @escaping @Sendable (Invocation, Field) -> Void
  ) -> BusMethod {
    BusMethod(name, takes: takes, gives: gives) { [self] invocation in
      answer(Invocation(value: invocation), state)
    }
  }

  private func insert(_ invocation: BusInvocation) {
    let arguments = invocation.call.arguments
    let position = Int(arguments[0].integer ?? 0)
    let text = arguments[1].string ?? ""
    let isYes = Invocation(value: invocation)
    change { $0.insertions += 1 }
    switch state.insertion {
    case .insert:
      put(text, at: position)
      isYes.value.reply([.boolean(true)])
    case .ignore: isYes.value.reply([.boolean(true)])
    case .cut(let count):
      put(String(text.prefix(count)), at: position)
      isYes.value.reply([.boolean(true)])
    case .insertSilently:
      put(text, at: position)
      unanswered.withLock { $0.append(isYes) }
    case .hang:
      goOn.wait()
      put(text, at: position)
      isYes.value.reply([.boolean(true)])
    case .leave:
      unanswered.withLock { $0.append(isYes) }
      bus.close()
    }
  }

  private func put(_ text: String, at position: Int) {
    change { field in
      var scalars = Array(field.text.unicodeScalars)
      scalars.insert(contentsOf: text.unicodeScalars, at: min(position, scalars.count))
      field.text = String(String.UnicodeScalarView(scalars))
    }
  }

  /// `@unchecked Sendable`: used on the bus's thread only.
  final class Invocation: @unchecked Sendable {
    let value: BusInvocation
    init(value: BusInvocation) { self.value = value }
  }
}
