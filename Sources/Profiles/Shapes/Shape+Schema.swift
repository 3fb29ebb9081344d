extension Shape {
  /// A JSON schema (draft 7, which editors know best) that accepts what `issues(in:)` finds nothing wrong with.
  func schema(title: String) -> JSONValue {
    var definitions: [JSONValue.Member] = []
    guard case .object(var members) = schema(into: &definitions) else {
      preconditionFailure("a schema is always an object")
    }
    members.insert(
      contentsOf: [
        .init(name: "$schema", value: .string("http://json-schema.org/draft-07/schema#")),
        .init(name: "title", value: .string(title)),
      ], at: 0)
    members.append(.init(name: "definitions", value: .object(definitions.sorted { $0.name < $1.name })))
    return .object(members)
  }

  fileprivate func schema(into definitions: inout [JSONValue.Member]) -> JSONValue {
    switch self {
    case .text(let rule):
      var members: [(String, JSONValue)] = [
        ("type", .string("string")), ("minLength", .integer(rule.length.lowerBound)),
        ("maxLength", .integer(rule.length.upperBound)),
      ]
      if let pattern = rule.pattern { members.append(("pattern", .string(pattern))) }
      return .members(members)
    case .integer(let range, let exception):
      var members: [(String, JSONValue)] = [
        ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
      if let exception { members.append(("not", .members([("const", .integer(exception))]))) }
      return .members(members)
    case .boolean: return .members([("type", .string("boolean"))])
    case .yes: return .members([("const", .boolean(true))])
    case .choice(let words, _): return .members([("enum", .array(words.map(JSONValue.string)))])
    case .list(let element, let count):
      return .members([
        ("type", .string("array")), ("minItems", .integer(count.lowerBound)),
        ("maxItems", .integer(count.upperBound)), ("items", element.schema(into: &definitions)),
      ])
    case .object(let shape): return shape.schema(tags: [], &definitions)
    case .variants(let variants):
      return .members([("oneOf", .array(variants.schemas(tags: [], &definitions)))])
    case .named(let name, let shape):
      if !definitions.contains(where: { $0.name == name }) {
        // Its place first: a shape may contain itself some day.
        definitions.append(.init(name: name, value: .null))
        let schema = shape.schema(into: &definitions)
        definitions.removeAll { $0.name == name }
        definitions.append(.init(name: name, value: schema))
      }
      return .members([("$ref", .string("#/definitions/\(name)"))])
    }
  }
}

extension ObjectShape {
  fileprivate func schema(
    tags: [(name: String, word: String)], _ definitions: inout [JSONValue.Member]
  ) -> JSONValue {
    var properties = tags.map { ($0.name, JSONValue.members([("const", .string($0.word))])) }
    for field in fields { properties.append((field.name, field.schema(into: &definitions))) }
    let required = tags.map(\.name) + fields.filter(\.isRequired).map(\.name)
    var members: [(String, JSONValue)] = [
      ("type", .string("object")), ("properties", .members(properties)),
      ("required", .array(required.map(JSONValue.string))), ("additionalProperties", .boolean(false)),
    ]
    if !oneOf.isEmpty {
      let choices = oneOf.map { JSONValue.members([("required", .array([.string($0)]))]) }
      members.append(("oneOf", .array(choices)))
    }
    return .members(members)
  }
}

extension Field {
  fileprivate func schema(into definitions: inout [JSONValue.Member]) -> JSONValue {
    var schema = shape.schema(into: &definitions)
    if allowsNull { schema = .members([("anyOf", .array([schema, .members([("type", .string("null"))])]))]) }
    // Beside "$ref" draft 7 ignores every other name, so that one is wrapped.
    if schema["$ref"] != nil { schema = .members([("allOf", .array([schema]))]) }
    guard case .object(let members) = schema else { return schema }
    return .object([.init(name: "description", value: .string(summary))] + members)
  }
}

extension Variants {
  /// One schema for each object that the words lead to.
  fileprivate func schemas(
    tags: [(name: String, word: String)], _ definitions: inout [JSONValue.Member]
  ) -> [JSONValue] {
    variants.flatMap { variant -> [JSONValue] in
      let tags = tags + [(tag, variant.word)]
      switch variant.shape {
      case .object(let shape): return [shape.schema(tags: tags, &definitions)]
      case .variants(let inner): return inner.schemas(tags: tags, &definitions)
      case .text, .integer, .boolean, .yes, .choice, .list, .named:
        preconditionFailure("only objects have a word that tells them apart")
      }
    }
  }
}
