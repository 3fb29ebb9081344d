/// A whole answer of /api/chat, put together from its parts.
struct ChatAnswer: Hashable, Sendable {
  var model: String
  /// It says that another machine wrote it.
  var isRemote: Bool
  var content: String
  /// "stop", "length", "load", "unload"
  var doneReason: String

  /// Reads a body of one JSON object or of one a line. Every line is looked at: a failure in the midst comes under status 200.
  ///
  /// - Throws: `.failed` for an error that the server tells, `.truncated` when no part says that it is done, `.malformed`.
  init(_ body: [UInt8]) throws(RefinerFailure) {
    var parts: [OllamaMessages.ChatPart] = []
    for line in body.split(separator: UInt8(ascii: "\n")) where line != [UInt8(ascii: "\r")] {
      guard let part = JSONText.decode(OllamaMessages.ChatPart.self, from: line) else {
        throw RefinerFailure(.malformed)
      }
      if let error = part.error { throw RefinerFailure(.failed, detail: error) }
      parts.append(part)
    }
    guard let last = parts.last else { throw RefinerFailure(.malformed, detail: "it is empty") }
    guard last.done == true, let reason = last.doneReason else { throw RefinerFailure(.truncated) }
    let models = Set(parts.map { $0.model ?? "" })
    guard models.count == 1, let model = models.first, !model.isEmpty else {
      throw RefinerFailure(.wrongIdentity)
    }
    self.model = model
    isRemote = parts.contains(where: \.isRemote)
    content = parts.map { $0.message?.content ?? "" }.joined()
    doneReason = reason
  }
}
