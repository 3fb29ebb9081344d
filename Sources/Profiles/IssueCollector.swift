/// Takes values out of a tree and notes everything that is wrong with them, so that one run names all mistakes.
///
/// Every reader gives nil where it noted an issue, or where an optional value is absent.
struct IssueCollector {
  private(set) var issues: [ProfileIssue] = []

  /// An object with the path it stands at.
  struct Object {
    var path: String
    fileprivate var values: [String: JSONValue]

    func path(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
    /// Nil where the name is absent.
    subscript(name: String) -> JSONValue? { values[name] }
    /// Nil where the name is absent or null.
    func value(_ name: String) -> JSONValue? { values[name] == .null ? nil : values[name] }
  }

  mutating func note(_ path: String, _ problem: String, allowed: [String] = []) {
    issues.append(ProfileIssue(path: path, problem: problem, allowed: allowed))
  }

  /// - Parameter names: what may stand in the object; any other name is taken for a slip of the pen.
  mutating func object(_ value: JSONValue, _ path: String, names: [String]) -> Object? {
    guard case .object(let members) = value else { return mismatch(path, "an object", value) }
    let object = Object(
      path: path,
      values: Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    for member in members where !names.contains(member.name) {
      note(object.path(member.name), "unknown name", allowed: names)
    }
    return object
  }

  mutating func required(_ object: Object, _ name: String) -> JSONValue? {
    if let value = object[name] { return value }
    note(object.path(name), "missing")
    return nil
  }

  mutating func list(_ object: Object, _ name: String, limit: Int) -> [JSONValue]? {
    guard let value = required(object, name) else { return nil }
    guard case .array(let elements) = value else { return mismatch(object.path(name), "a list", value) }
    guard elements.count <= limit else {
      note(object.path(name), "\(elements.count) entries, at most \(limit) are allowed")
      return nil
    }
    return elements
  }

  mutating func text(_ value: JSONValue, _ path: String, length: ClosedRange<Int>) -> String? {
    guard case .string(let text) = value else { return mismatch(path, "text", value) }
    guard length.contains(text.count) else {
      note(path, "\(text.count) characters, allowed are \(length.lowerBound) to \(length.upperBound)")
      return nil
    }
    return text
  }

  mutating func integer(_ value: JSONValue, _ path: String, range: ClosedRange<Int>) -> Int? {
    guard case .integer(let number) = value else { return mismatch(path, "a whole number", value) }
    guard range.contains(number) else {
      note(path, "\(number) is out of range, allowed are \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  mutating func boolean(_ value: JSONValue, _ path: String) -> Bool? {
    guard case .boolean(let flag) = value else { return mismatch(path, "true or false", value) }
    return flag
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: JSONValue, _ path: String, of type: Choice.Type, called name: String
  ) -> Choice? where Choice.RawValue == String {
    guard case .string(let text) = value else { return mismatch(path, "text", value) }
    if let choice = Choice(rawValue: text) { return choice }
    note(path, "unknown \(name) \"\(text)\"", allowed: Choice.allCases.map(\.rawValue))
    return nil
  }

  private mutating func mismatch<Value>(_ path: String, _ expected: String, _ found: JSONValue) -> Value? {
    note(path, "expected \(expected), found \(found.typeName)")
    return nil
  }
}
