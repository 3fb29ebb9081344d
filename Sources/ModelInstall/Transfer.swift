internal import CCurl
internal import Glibc

/// One HTTP request of libcurl, blocking.
final class Transfer {
  enum Outcome: Equatable {
    case done
    /// The receiver did not take a piece.
    case refused
    /// The server sends the file from its beginning only, or has no more of it.
    case cannotResume
    /// Another attempt may do better.
    case brokeOff(String)
    case failed(String)
  }

  private let address: String
  private let protocols: String
  private var receive: (UnsafeRawBufferPointer) -> Bool = { _ in false }

  init(address: String, protocols: String) {
    self.address = address
    self.protocols = protocols
  }

  func run(from offset: Int, receive: (UnsafeRawBufferPointer) -> Bool) -> Outcome {
    guard let easy = curl_easy_init() else { return .failed("libcurl cannot be set up") }
    defer { curl_easy_cleanup(easy) }
    setUp(easy, offset)
    let result = withoutActuallyEscaping(receive) { receive in
      self.receive = receive
      defer { self.receive = { _ in false } }
      return curl_easy_perform(easy)
    }
    var status = 0
    hwctl_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
    return Self.outcome(result, status: status)
  }

  private func setUp(_ easy: UnsafeMutableRawPointer, _ offset: Int) {
    set(easy, CURLOPT_URL, address)
    set(easy, CURLOPT_PROTOCOLS_STR, protocols)
    set(easy, CURLOPT_REDIR_PROTOCOLS_STR, protocols)
    set(easy, CURLOPT_USERAGENT, "hwctl")
    // The hub sends on to where the file is kept.
    set(easy, CURLOPT_FOLLOWLOCATION, 1)
    set(easy, CURLOPT_MAXREDIRS, 5)
    set(easy, CURLOPT_FAILONERROR, 1)
    set(easy, CURLOPT_NOSIGNAL, 1)
    set(easy, CURLOPT_CONNECTTIMEOUT, 30)
    // Less than 1 kB/s for a minute is a dead connection.
    set(easy, CURLOPT_LOW_SPEED_LIMIT, 1_000)
    set(easy, CURLOPT_LOW_SPEED_TIME, 60)
    if offset > 0 { set(easy, CURLOPT_RESUME_FROM_LARGE, offset) }
    hwctl_curl_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
    hwctl_curl_set_writer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      guard let transfer, let bytes else { return 0 }
      let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
      let isTaken = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().receive(piece)
      // Fewer than came: libcurl stops with CURLE_WRITE_ERROR.
      return isTaken ? piece.count : 0
    }
  }

  /// An option that is silently not set could let a download leave https.
  private func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int) {
    let code = hwctl_curl_set_number(easy, option, value)
    precondition(code == CURLE_OK, "libcurl does not know option \(option.rawValue): it is older than 7.85")
  }

  private func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: String) {
    let code = hwctl_curl_set_text(easy, option, value)
    precondition(code == CURLE_OK, "libcurl does not take option \(option.rawValue): it is older than 7.85")
  }

  private static func outcome(_ result: CURLcode, status: Int) -> Outcome {
    let reason = String(cString: curl_easy_strerror(result))
    switch result {
    case CURLE_OK: return .done
    case CURLE_WRITE_ERROR: return .refused
    case CURLE_RANGE_ERROR: return .cannotResume
    case CURLE_HTTP_RETURNED_ERROR:
      // Range not satisfiable, too many requests, and the server's own faults.
      if status == 416 { return .cannotResume }
      let text = "the server answers \(status)"
      return status == 429 || status >= 500 ? .brokeOff(text) : .failed(text)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_OPERATION_TIMEDOUT,
      CURLE_COULDNT_CONNECT, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .brokeOff(reason)
    default: return .failed(reason)
    }
  }
}
