internal import Domain
internal import MessageBus
internal import SystemCalls

/// Reads objects within a limit for each call and one for all.
struct AccessibleReader {
  let bus: AccessibilityBus
  /// For one call.
  var callLimit: Duration
  /// When all calls must be over.
  var deadline: MonotonicInstant

  private static let accessible = "org.a11y.atspi.Accessible"
  private static let text = "org.a11y.atspi.Text"

  /// - Throws: `timedOut` also when no time is left for a call.
  func call(
    _ object: AccessibleObject, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws(BusError) -> BusMessage {
    try ask(BusCall(object.owner, object.path, interface, member, arguments, startsService: false))
  }

  private func ask(_ call: BusCall) throws(BusError) -> BusMessage {
    try bus.call(call, timeLimit: try nextLimit())
  }

  private func nextLimit() throws(BusError) -> Duration {
    let rest = MonotonicInstant.now().duration(to: deadline)
    guard rest > .zero else { throw BusError(.timedOut) }
    return min(rest, callLimit)
  }

  private func property<Value>(
    _ object: AccessibleObject, _ interface: String, _ name: String, _ read: (BusValue) -> Value?
  ) throws(BusError) -> Value {
    try ask(.get(name, of: interface, object.owner, object.path, startsService: false)).argument(0, read)
  }

  func process(of object: AccessibleObject) throws(BusError) -> Int32 {
    try bus.process(of: object.owner, timeLimit: try nextLimit())
  }

  func states(of object: AccessibleObject) throws(BusError) -> AccessibleStates {
    // "au": the low 32 bits, then the high ones.
    let words = try call(object, Self.accessible, "GetState").argument(0, \.elements).compactMap(\.integer)
    return AccessibleStates(
      rawValue: words.enumerated().prefix(2).reduce(0) { states, word in
        states | UInt64(truncatingIfNeeded: word.element) << (32 * UInt64(word.offset))
      })
  }

  func role(of object: AccessibleObject) throws(BusError) -> AccessibleRole {
    AccessibleRole(
      rawValue: try call(object, Self.accessible, "GetRole").argument(0) {
        $0.integer.flatMap(UInt32.init(exactly:))
      })
  }

  func name(of object: AccessibleObject) throws(BusError) -> String {
    try property(object, Self.accessible, "Name", \.string)
  }

  func toolkit(of object: AccessibleObject) throws(BusError) -> Toolkit {
    Toolkit(
      name: try property(object.application, "org.a11y.atspi.Application", "ToolkitName", \.string))
  }

  func parent(of object: AccessibleObject) throws(BusError) -> AccessibleObject? {
    try property(object, Self.accessible, "Parent", AccessibleObject.init)
  }

  func children(of object: AccessibleObject) throws(BusError) -> [AccessibleObject] {
    try call(object, Self.accessible, "GetChildren").argument(0, \.elements)
      .compactMap(AccessibleObject.init)
  }

  func characterCount(of object: AccessibleObject) throws(BusError) -> Int {
    try property(object, Self.text, "CharacterCount", \.count)
  }

  func caret(of object: AccessibleObject) throws(BusError) -> Int {
    try property(object, Self.text, "CaretOffset", \.count)
  }

  /// Never GetText(0, -1): GTK 4 answers "" to it.
  func text(of object: AccessibleObject, _ range: Range<Int>) throws(BusError) -> String {
    guard !range.isEmpty else { return "" }
    return try call(
      object, Self.text, "GetText",
      [.int32(Int32(clamping: range.lowerBound)), .int32(Int32(clamping: range.upperBound))]
    ).argument(0, \.string)
  }

  /// Whether at least one character is selected. An entry may have one selection from n to n, which is none.
  func hasSelection(_ object: AccessibleObject) throws(BusError) -> Bool {
    let count = try call(object, Self.text, "GetNSelections").argument(0, \.integer)
    guard count > 0 else { return false }
    let ends = try call(object, Self.text, "GetSelection", [.int32(0)])
    return try ends.argument(0, \.integer) != ends.argument(1, \.integer)
  }
}

extension AccessibleObject {
  /// "(so)"
  init?(_ value: BusValue) {
    guard let fields = value.fields, fields.count == 2, let owner = fields[0].string,
      let path = fields[1].objectPath, !owner.isEmpty
    else { return nil }
    self.init(owner: owner, path: path)
  }
}

extension BusValue {
  fileprivate var count: Int? { integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil } }
}
