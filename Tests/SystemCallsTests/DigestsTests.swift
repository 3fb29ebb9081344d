import Digests
import SystemCalls
import TestSupport
import Testing

/// Vectors from FIPS 180-2, appendix B, and NIST's example values.
@Suite struct DigestsTests {
  static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]
  static let millionLetters = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

  @Test(arguments: vectors) func `the published vectors hold`(text: String, digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)) == digest)
  }

  @Test func `a digest in pieces equals the digest of the whole, and the state starts anew`() {
    var hash = SHA256()
    for _ in 0..<2 {
      for _ in 0..<1000 { [UInt8](repeating: 97, count: 1000).withUnsafeBytes { hash.update($0) } }
      #expect(hash.finish() == Self.millionLetters)
    }
  }

  @Test func `a file longer than one block is digested whole`() throws {
    let folder = try TemporaryFolder()
    try Files.replace(folder.file("a"), with: [UInt8](repeating: 97, count: 1_000_000))
    let (digest, bytes) = try SHA256.digest(ofFile: folder.file("a"))
    #expect(digest == Self.millionLetters)
    #expect(bytes == 1_000_000)
  }

  @Test func `an empty file has the digest of nothing`() throws {
    let folder = try TemporaryFolder()
    let (digest, bytes) = try SHA256.digest(ofFile: try folder.write("empty", ""))
    #expect(digest == Self.vectors[0].1)
    #expect(bytes == 0)
  }
}
