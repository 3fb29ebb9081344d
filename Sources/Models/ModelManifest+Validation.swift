internal import FoundationEssentials

extension ModelManifest {
  /// Why bytes are not a manifest that this program can use.
  package enum Flaw: Error, Hashable {
    case newerSchema(Int)
    case unknownEngine(String)
    /// What is wrong, in words for a person.
    case malformed(String)
  }

  /// Reads and checks a manifest; anything doubtful is refused.
  package init(json: [UInt8]) throws(Flaw) {
    // The format version and the engine are read alone first: the rest of a newer format may look different.
    let head: Head
    do { head = try JSONDecoder().decode(Head.self, from: Data(json)) } catch {
      throw .malformed("it is not JSON, or has no 'schemaVersion'")
    }
    guard head.schemaVersion <= Self.currentSchema else { throw .newerSchema(head.schemaVersion) }
    guard head.schemaVersion >= 1 else {
      throw .malformed("'schemaVersion' is not 1 to \(Self.currentSchema)")
    }
    if let engine = head.engine, SpeechEngine(rawValue: engine) == nil { throw .unknownEngine(engine) }
    do { self = try JSONDecoder().decode(Self.self, from: Data(json)) } catch let error as DecodingError {
      throw .malformed(Self.explanation(of: error))
    } catch {
      throw .malformed("it cannot be decoded")
    }
    try checkNames()
    try checkFiles()
    try checkRoles()
    try checkCapabilities()
  }

  private struct Head: Decodable {
    var schemaVersion: Int
    var engine: String?
  }

  private func checkNames() throws(Flaw) {
    guard Self.isIdentifier(id) else {
      throw .malformed("'id' must be lower-case letters, digits, '.' and '-'")
    }
    guard ModelVersion(version) != nil else { throw .malformed("'version' must be numbers between dots") }
    guard !languages.isEmpty, languages.allSatisfy(Self.isLanguage) else {
      throw .malformed("the languages are not BCP 47 tags, such as 'en'")
    }
    guard Set(languages).count == languages.count else { throw .malformed("a language is listed twice") }
    guard !licence.isEmpty else { throw .malformed("'licence' is empty") }
  }

  private func checkFiles() throws(Flaw) {
    var seen: Set<String> = [ModelPackage.manifestName]
    for file in files {
      guard Self.isBareName(file.name) else { throw .malformed("a file name is empty, hidden or has a '/'") }
      guard seen.insert(file.name).inserted else { throw .malformed("'\(file.name)' is listed twice") }
      guard file.bytes > 0 else { throw .malformed("'bytes' of '\(file.name)' is not above 0") }
      guard file.sha256.utf8.count == 64, file.sha256.utf8.allSatisfy(Self.isHexadecimal) else {
        throw .malformed("'sha256' of '\(file.name)' is not 64 lower-case hexadecimal digits")
      }
    }
  }

  private func checkRoles() throws(Flaw) {
    let wanted = engine.roles
    for role in Role.allCases where role != .licence {
      let count = files.count { $0.role == role }
      let expected = wanted.contains(role) ? 1 : 0
      guard count == expected else {
        throw .malformed("\(count) files have the role '\(role.rawValue)', not \(expected)")
      }
    }
  }

  private func checkCapabilities() throws(Flaw) {
    if let memory = capabilities.memoryMegabytes, !(1...1_000_000).contains(memory) {
      throw .malformed("'memoryMegabytes' is not 1 to 1000000")
    }
  }

  /// A name that cannot leave the folder, and is no hidden file.
  private static func isBareName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
  }

  package static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: ".") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// The shape of a BCP 47 tag; what it means is the engine's affair.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count) else { return false }
    return parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetterOrDigit) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func explanation(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return "'\(path.joined(separator: "."))' has a value that is not allowed"
    @unknown default: return "it cannot be decoded"
    }
  }
}
