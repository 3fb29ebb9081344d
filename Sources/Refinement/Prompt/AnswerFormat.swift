/// The form in which a model must answer: a JSON schema for the server, and what its answer is read by.
enum AnswerFormat {
  /// llama.cpp's grammars, which Ollama makes of the schema, refuse more repetitions than 2,000 in newer versions.
  private static let longestText = 1_900

  /// - Parameter units: the length of the transcript, in UTF-16 units. The schema counts characters, which are never more.
  static func schema(transcriptUnits units: Int) -> JSONValue {
    [
      "type": "object",
      "properties": [
        "blocks": [
          "type": "array", "minItems": 1, "maxItems": .number(RequestLimits.blocks), "items": block(units),
        ]
      ],
      "required": ["blocks"],
      "additionalProperties": false,
    ]
  }

  private static func block(_ units: Int) -> JSONValue {
    [
      "type": "object",
      "properties": [
        "kind": ["enum": .array(RefinedBlock.Kind.allCases.map { .text($0.rawValue) })],
        "text": [
          "type": "string", "minLength": 1,
          "maxLength": .number(min(RequestLimits.refined(from: units), longestText)),
        ],
      ],
      "required": ["kind", "text"],
      "additionalProperties": false,
    ]
  }

  private struct Answer: Decodable {
    var blocks: [RefinedBlock]
  }

  /// Reads an answer. A line break inside a block ends it, as some models write paragraphs so; blank blocks are left out.
  static func blocks(_ content: String) throws(RefinerFailure) -> [RefinedBlock] {
    guard let answer = JSONText.decode(Answer.self, from: content.utf8) else {
      throw RefinerFailure(.malformed)
    }
    let blocks = answer.blocks.flatMap { block in
      block.text.split(whereSeparator: \.isNewline).map { RefinedBlock(block.kind, trimmed($0)) }
    }.filter { !$0.text.isEmpty }
    guard blocks.count <= RequestLimits.blocks else { throw RefinerFailure(.tooLarge) }
    guard !blocks.isEmpty else { throw RefinerFailure(.malformed, detail: "it is empty") }
    return blocks
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
