/// A value bound to a statement.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  static func optional(_ number: Int?) -> SQLValue { number.map { .integer(Int64($0)) } ?? .null }
  static func flag(_ value: Bool) -> SQLValue { .integer(value ? Int64(1) : 0) }
}
