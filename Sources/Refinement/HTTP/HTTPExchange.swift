internal import Domain

/// One request to the loopback server.
struct HTTPRequest: Sendable {
  enum Method: Hashable, Sendable {
    case get
    /// With a JSON body.
    case post([UInt8])
  }

  var method: Method
  /// "/api/version"
  var path: String
  /// When it ends as `.timedOut`, whatever the server does.
  var deadline: MonotonicInstant
  /// The longest answer accepted, in bytes; a longer one ends as `.tooLarge` without being read on.
  var responseLimit: Int
}

/// A whole answer, of whatever status.
struct HTTPReply: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
}

/// Why there is no whole answer.
enum HTTPFailure: Error, Hashable, Sendable {
  /// Nothing listens, or it closed the connection; the errno of the attempt, 0 where there is none.
  case unreachable(errno: Int32)
  case timedOut
  case cancelled
  /// Longer than the request allows, or more than 64 KB of headers.
  case tooLarge
  /// What came is not HTTP, or it ended too early; libcurl's code.
  case broken(code: UInt32)
  /// So many requests are open that this one was not begun.
  case overloaded
  /// The client was closed.
  case closed
}
