internal import CNettle
internal import Glibc
public import SystemCalls

/// A SHA-256 digest (FIPS 180-4), computed by nettle.
public struct SHA256: Sendable {
  private var context = sha256_ctx()

  public init() { nettle_sha256_init(&context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start)
  }

  /// The digest as 64 lower-case hexadecimal digits; the state starts anew.
  public mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  public static func digest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// Reads the file in blocks of 256 KiB; also gives the number of bytes read.
  public static func digest(ofFile path: String) throws(SystemError) -> (digest: String, bytes: Int) {
    let descriptor = try FileDescriptor.open(path, O_RDONLY)
    var hash = SHA256()
    var total = 0
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { block.deallocate() }
    while let count = try descriptor.read(into: block), count > 0 {
      hash.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
      total += count
    }
    return (hash.finish(), total)
  }
}
