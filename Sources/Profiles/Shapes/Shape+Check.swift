extension Shape {
  /// Everything in the value that does not fit, in the order of the file.
  func issues(in value: JSONValue) -> [ProfileIssue] {
    var check = ShapeCheck()
    check.check(value, "", self)
    return check.issues
  }
}

private struct ShapeCheck {
  var issues: [ProfileIssue] = []

  mutating func note(_ path: String, _ problem: String, allowed: [String] = []) {
    issues.append(ProfileIssue(path: path, problem: problem, allowed: allowed))
  }

  private mutating func mismatch(_ path: String, _ expected: String, _ found: JSONValue) {
    note(path, "expected \(expected), found \(found.typeName)")
  }

  /// - Parameter tags: names that a variant around this object has used already.
  mutating func check(_ value: JSONValue, _ path: String, _ shape: Shape, tags: [String] = []) {
    switch shape {
    case .named(_, let shape): check(value, path, shape, tags: tags)
    case .text(let rule): text(value, path, rule)
    case .integer(let range, let exception): integer(value, path, range, exception)
    case .boolean:
      guard case .boolean = value else { return mismatch(path, "true or false", value) }
    case .yes:
      guard value == .boolean(true) else { return note(path, "may only be true; else leave it out") }
    case .choice(let words, let name):
      guard case .string(let word) = value else { return mismatch(path, "text", value) }
      if !words.contains(word) { note(path, "unknown \(name) \"\(word)\"", allowed: words) }
    case .list(let element, let count): list(value, path, element, count)
    case .object(let shape): object(value, path, shape, tags)
    case .variants(let variants): variant(value, path, variants, tags)
    }
  }

  private mutating func text(_ value: JSONValue, _ path: String, _ rule: TextRule) {
    guard case .string(let text) = value else { return mismatch(path, "text", value) }
    let length = rule.length
    guard length.contains(text.count) else {
      return note(path, "\(text.count) characters, allowed are \(length.lowerBound) to \(length.upperBound)")
    }
    if text.unicodeScalars.contains("\0") { return note(path, "a text must not contain the character NUL") }
    if let problem = rule.problem(text) { note(path, problem.text, allowed: problem.allowed) }
  }

  private mutating func integer(
    _ value: JSONValue, _ path: String, _ range: ClosedRange<Int>, _ exception: Int?
  ) {
    guard case .integer(let number) = value else { return mismatch(path, "a whole number", value) }
    if range.contains(number) && number != exception { return }
    let but = exception.map { " but not \($0)" } ?? ""
    note(path, "\(number) is out of range, allowed are \(range.lowerBound) to \(range.upperBound)\(but)")
  }

  private mutating func list(
    _ value: JSONValue, _ path: String, _ element: Shape, _ count: ClosedRange<Int>
  ) {
    guard case .array(let elements) = value else { return mismatch(path, "a list", value) }
    if elements.count > count.upperBound {
      return note(path, "\(elements.count) entries, at most \(count.upperBound) are allowed")
    }
    if elements.count < count.lowerBound {
      note(path, elements.isEmpty ? "the list is empty" : "\(elements.count) entries are too few")
    }
    for (index, value) in elements.enumerated() { check(value, "\(path)[\(index)]", element) }
  }

  private mutating func object(_ value: JSONValue, _ path: String, _ shape: ObjectShape, _ tags: [String]) {
    guard case .object(let members) = value else { return mismatch(path, "an object", value) }
    let place = { (name: String) in path.isEmpty ? name : path + "." + name }
    let names = tags + shape.fields.map(\.name)
    for member in members where !tags.contains(member.name) {
      guard let field = shape.fields.first(where: { $0.name == member.name }) else {
        note(place(member.name), "unknown name", allowed: names)
        continue
      }
      if member.value == .null && field.allowsNull { continue }
      check(member.value, place(member.name), field.shape)
    }
    for field in shape.fields where field.isRequired && !members.contains(where: { $0.name == field.name }) {
      note(place(field.name), "missing")
    }
    guard !shape.oneOf.isEmpty else { return }
    let found = shape.oneOf.filter { name in members.contains { $0.name == name } }
    let choice = shape.oneOf.map { "\"\($0)\"" }.joined(separator: " or ")
    if found.isEmpty { note(place(shape.oneOf[0]), "missing: write \(choice)") }
    if found.count > 1 { note(place(found[1]), "only one of \(choice) may stand here") }
  }

  private mutating func variant(_ value: JSONValue, _ path: String, _ variants: Variants, _ tags: [String]) {
    guard case .object = value else { return mismatch(path, "an object", value) }
    let place = path.isEmpty ? variants.tag : path + "." + variants.tag
    let words = variants.variants.map(\.word)
    guard let tag = value[variants.tag] else { return note(place, "missing", allowed: words) }
    guard case .string(let word) = tag else { return mismatch(place, "text", tag) }
    guard let variant = variants.variants.first(where: { $0.word == word }) else {
      return note(place, "unknown \(variants.called) \"\(word)\"", allowed: words)
    }
    check(value, path, variant.shape, tags: tags + [variants.tag])
  }
}
