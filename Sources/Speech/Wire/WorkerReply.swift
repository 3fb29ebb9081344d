package import Models

/// What the worker says to the client.
///
///     129 ready        JSON {model, loadMilliseconds}
///     130 result       JSON, one for each finished session
///     131 failure      JSON {code, message}; the worker is of no use afterwards
///     132 provisional  JSON {session, text}; any number before the session's result
package enum WorkerReply: Hashable, Sendable {
  case ready(Ready)
  case result(Result)
  case failure(Failure)
  case provisional(Provisional)

  package struct Ready: Hashable, Sendable, Codable {
    package var model: ModelIdentity
    package var loadMilliseconds: Int

    package init(model: ModelIdentity, loadMilliseconds: Int) {
      self.model = model
      self.loadMilliseconds = loadMilliseconds
    }
  }

  package struct Result: Hashable, Sendable, Codable {
    package var session: UInt32
    package var text: String
    package var audioSamples: Int
    package var speechSamples: Int
    package var segments: [Segment]
    /// Empty where the model gives no times.
    package var words: [DecodedSpeech.Word]
    package var language: String?
    /// A decode gave no text for speech, so it was tried again.
    package var retried: Bool
    /// What the engine wrote where nobody spoke.
    package var dropped: [String]

    package init(
      session: UInt32, audioSamples: Int, speechSamples: Int, segments: [Segment],
      words: [DecodedSpeech.Word] = [], language: String? = nil, retried: Bool = false, dropped: [String] = []
    ) {
      self.session = session
      self.text = segments.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
      self.audioSamples = audioSamples
      self.speechSamples = speechSamples
      self.segments = segments
      self.words = words
      self.language = language
      self.retried = retried
      self.dropped = dropped
    }
  }

  /// All text until now; it may still change.
  package struct Provisional: Hashable, Sendable, Codable {
    package var session: UInt32
    package var text: String

    package init(session: UInt32, text: String) {
      self.session = session
      self.text = text
    }
  }

  /// One decode; sample positions within the recording.
  package struct Segment: Hashable, Sendable, Codable {
    package var start: Int
    package var end: Int
    package var text: String

    package init(start: Int, end: Int, text: String) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  package struct Failure: Error, Hashable, Sendable, Codable {
    package var code: SpeechError.Code
    package var message: String

    package init(code: SpeechError.Code, message: String) {
      self.code = code
      self.message = message
    }
  }

  package var frame: Frame {
    switch self {
    case .ready(let ready): Frame(kind: Kind.ready.rawValue, payload: WireJSON.encode(ready))
    case .result(let result): Frame(kind: Kind.result.rawValue, payload: WireJSON.encode(result))
    case .failure(let failure): Frame(kind: Kind.failure.rawValue, payload: WireJSON.encode(failure))
    case .provisional(let text): Frame(kind: Kind.provisional.rawValue, payload: WireJSON.encode(text))
    }
  }

  package init(_ frame: Frame) throws(WireError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    switch kind {
    case .ready: self = .ready(try WireJSON.decode(Ready.self, from: frame))
    case .result: self = .result(try WireJSON.decode(Result.self, from: frame))
    case .failure: self = .failure(try WireJSON.decode(Failure.self, from: frame))
    case .provisional: self = .provisional(try WireJSON.decode(Provisional.self, from: frame))
    }
  }

  private enum Kind: UInt8 {
    case ready = 129
    case result, failure, provisional
  }
}
