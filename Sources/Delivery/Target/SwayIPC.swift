/// One question to sway or i3 over their socket (sway-ipc(7)).
enum SwayIPC {
  enum Message: UInt8 {
    case getTree = 4
    case getInputs = 100
  }

  /// - Returns: the answer, as JSON.
  static func ask(
    _ message: Message, path: String, timeLimit: Duration
  ) throws(WindowSystemError) -> [UInt8] {
    let socket = try LocalSocket(path: path, timeLimit: timeLimit)
    try socket.send(magic + [0, 0, 0, 0, message.rawValue, 0, 0, 0])
    let header = try socket.read(headerSize)
    guard header.starts(with: magic) else { throw WindowSystemError(code: .malformed) }
    let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= answerLimit else { throw WindowSystemError(code: .malformed) }
    return try socket.read(length)
  }

  private static let magic = Array("i3-ipc".utf8)
  /// "i3-ipc", the length and the type, 32 bits each in the machine's order.
  private static let headerSize = 14
  /// In a tree a window takes about 2 kB; nobody has thousands.
  private static let answerLimit = 16 << 20
}
