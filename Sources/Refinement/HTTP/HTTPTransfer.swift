internal import CCurl
internal import Domain
internal import Glibc

/// One request on its way, with libcurl's handle for it. Owned by the client's thread.
final class HTTPTransfer {
  /// More than any server needs; libcurl 7.88 itself limits single lines only.
  private static let headerLimit = 65_536

  let id: UInt64
  let request: HTTPRequest
  let easy: UnsafeMutableRawPointer
  private let endpoint: LoopbackEndpoint
  private let completion: HTTPInbox.Completion
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var isTooLarge = false
  private var openingError: Int32 = 0

  init(
    _ id: UInt64, _ request: HTTPRequest, _ endpoint: LoopbackEndpoint,
    _ completion: @escaping HTTPInbox.Completion
  ) {
    guard let easy = curl_easy_init() else { preconditionFailure("libcurl has no memory for a handle") }
    self.id = id
    self.request = request
    self.endpoint = endpoint
    self.completion = completion
    self.easy = easy
    restrict()
    setDestination()
    setMethod()
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headers)
  }

  func complete(_ result: Result<HTTPReply, HTTPFailure>) { completion(result) }

  func result(_ code: CURLcode) -> Result<HTTPReply, HTTPFailure> {
    if isTooLarge { return .failure(.tooLarge) }
    switch code {
    case CURLE_OK:
      return .success(HTTPReply(status: number(CURLINFO_RESPONSE_CODE), body: body))
    case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
      let error = openingError != 0 ? openingError : Int32(clamping: number(CURLINFO_OS_ERRNO))
      return .failure(.unreachable(errno: error))
    default:
      return .failure(.broken(code: code.rawValue))
    }
  }

  // MARK: Options

  /// Nothing but this one address by plain HTTP: no proxy, no redirect, no cookie, no stored password, no cache.
  private func restrict() {
    // Empty and not unset: unset means http_proxy of the environment.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_PRE_PROXY, "")
    set(CURLOPT_NOPROXY, "*")
    set(CURLOPT_PROTOCOLS_STR, "http")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_MAXREDIRS, 0)
    set(CURLOPT_NETRC, 0)
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // Signals are the process's own business, and libcurl's would hit any thread.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TCP_NODELAY, 1)
  }

  private func setDestination() {
    set(CURLOPT_URL, endpoint.base + request.path)
    if case .relay(let path) = endpoint.way { set(CURLOPT_UNIX_SOCKET_PATH, path) }
  }

  private func setMethod() {
    headers = curl_slist_append(headers, "Accept: application/json")
    headers = curl_slist_append(headers, "Cache-Control: no-store")
    switch request.method {
    case .get: set(CURLOPT_HTTPGET, 1)
    case .post(let bytes):
      headers = curl_slist_append(headers, "Content-Type: application/json")
      // libcurl would wait up to a second for "100 Continue" before a larger body.
      headers = curl_slist_append(headers, "Expect:")
      set(CURLOPT_POST, 1)
      set(CURLOPT_POSTFIELDSIZE, bytes.count)
      bytes.withUnsafeBytes { source in
        // Copied by libcurl, by the size set above.
        _ = hwctl_curl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: source.baseAddress))
      }
    }
    hwctl_curl_set_headers(easy, headers)
  }

  /// The handle keeps an unretained pointer to this transfer, which outlives it: `deinit` frees the handle.
  private func setCallbacks() {
    let this = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA] {
      hwctl_curl_set_pointer(easy, option, this)
    }
    hwctl_curl_set_writer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
      HTTPTransfer.from(this).take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    hwctl_curl_set_writer(easy, CURLOPT_HEADERFUNCTION) { _, size, count, this in
      HTTPTransfer.from(this).takeHeader(size * count)
    }
    hwctl_curl_set_socket_opener(easy) { this, _, address in
      HTTPTransfer.from(this).openSocket(address)
    }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    let code = hwctl_curl_set_number(easy, option, value)
    precondition(code == CURLE_OK, "libcurl does not know option \(option.rawValue): it is older than 7.85")
  }

  private func set(_ option: CURLoption, _ value: String) {
    let code = hwctl_curl_set_text(easy, option, value)
    precondition(code == CURLE_OK, "libcurl does not take option \(option.rawValue): it is older than 7.85")
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    hwctl_curl_get_number(easy, info, &value)
    return value
  }

  // MARK: Callbacks

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> HTTPTransfer {
    guard let pointer else { preconditionFailure("libcurl calls back with what it was given") }
    return Unmanaged<HTTPTransfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Anything but the count taken ends the transfer.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= request.responseLimit else {
      isTooLarge = true
      return bytes.count == 0 ? 1 : 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func takeHeader(_ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= Self.headerLimit else {
      isTooLarge = true
      return count == 0 ? 1 : 0
    }
    return count
  }

  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    let isAdmitted = withUnsafePointer(to: &address.pointee.addr) {
      endpoint.admits($0, length: address.pointee.addrlen)
    }
    guard isAdmitted else {
      openingError = EACCES
      return CURL_SOCKET_BAD
    }
    let descriptor = socket(
      address.pointee.family, address.pointee.socktype | O_CLOEXEC | O_NONBLOCK, address.pointee.protocol)
    if descriptor < 0 { openingError = errno }
    return descriptor
  }
}
