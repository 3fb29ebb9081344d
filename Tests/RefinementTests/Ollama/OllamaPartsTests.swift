import Testing

@testable import Refinement

@Suite struct OllamaModelNameTests {
  @Test(arguments: [
    ("llama3.2", "llama3.2:latest", false), ("llama3.2:3b", "llama3.2:3b", false),
    ("someone/model", "someone/model:latest", false),
    ("localhost:5000/a/b", "localhost:5000/a/b:latest", false),
    ("gpt-oss:120b-cloud", "gpt-oss:120b-cloud", true), ("deepseek:cloud", "deepseek:cloud", true),
    ("a/b:CLOUD", "a/b:CLOUD", true), ("gpt-oss:120B-Cloud", "gpt-oss:120B-Cloud", true),
    ("x:cloud:local", "x:cloud:local", true), ("cloud", "cloud:latest", false),
    ("my-cloud:7b", "my-cloud:7b", false),
    ("x:cloudy", "x:cloudy", false),
  ])
  func `a name gets its tag, and a cloud tag is seen`(text: String, name: String, isCloud: Bool) throws {
    let read = try #require(OllamaModelName(text))
    #expect(read.text == name)
    #expect(read.isCloud == isCloud)
  }

  @Test(arguments: ["", "a b", "a\n", "ä", "a\"b", String(repeating: "a", count: 331)])
  func `what cannot be a name is none`(text: String) { #expect(OllamaModelName(text) == nil) }

  @Test func `names are the same without regard to case`() throws {
    let name = try #require(OllamaModelName("Llama3.2:3B"))
    #expect(try name.isSame(as: #require(OllamaModelName("llama3.2:3b"))))
    #expect(try !name.isSame(as: #require(OllamaModelName("llama3.2:1b"))))
  }
}

@Suite struct OllamaVersionTests {
  @Test(arguments: [
    ("0.9.0", true), ("0.8.9", false), ("0.10.0", true), ("0.9.0-rc1", true), ("1.0", true),
    ("0.14.2-rc0", true),
    ("0.5.13", false), ("0.0.0", true), ("", false), ("words", false),
  ])
  func `a version is sufficient from the first that can be told not to think`(
    text: String, isSufficient: Bool
  ) {
    #expect(OllamaVersion(text).isSufficient == isSufficient)
  }
}

@Suite struct ModelDigestTests {
  private let hex = String(repeating: "0123456789abcdef", count: 4)

  @Test func `a digest is 64 hexadecimal digits`() {
    #expect(ModelDigest(hex)?.hex == hex)
    #expect(ModelDigest("sha256:" + hex.uppercased())?.hex == hex)
    #expect(ModelDigest(String(hex.dropLast())) == nil)
    #expect(ModelDigest(String(hex.dropLast()) + "g") == nil)
  }

  @Test(arguments: [(12, true), (11, false), (64, true), (0, false)])
  func `a pinned beginning needs twelve digits`(count: Int, matches: Bool) throws {
    let digest = try #require(ModelDigest(hex))
    #expect(digest.matches(String(hex.prefix(count))) == matches)
    #expect(!digest.matches("f" + hex.dropFirst().prefix(20)))
  }
}

@Suite struct ModelHoldTests {
  @Test func `a model that was there before is never ours, and one that is away is nobody's`() {
    #expect(ModelHold.unknown.afterLook(isLoaded: true, expiry: 5) == .theirs)
    #expect(ModelHold.theirs.afterLook(isLoaded: true, expiry: 5) == .theirs)
    #expect(ModelHold.ours(expiry: 5).afterLook(isLoaded: false, expiry: nil) == .unknown)
    #expect(ModelHold.theirs.afterLook(isLoaded: false, expiry: nil) == .unknown)
  }

  @Test func `ours stays ours unless it lives longer than we asked for`() {
    let ours = ModelHold.ours(expiry: 10_000)
    #expect(ours.afterLook(isLoaded: true, expiry: 12_000) == ours)
    #expect(ours.afterLook(isLoaded: true, expiry: 12_001) == .theirs)
    #expect(ours.afterLook(isLoaded: true, expiry: nil) == ours)
  }
}

@Suite struct ServerTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-30T17:34:44Z", 1_796_060_084_000),
    ("2026-11-30T17:34:44.123456789Z", 1_796_060_084_123), ("2026-11-30T19:34:44.5+02:00", 1_796_060_084_000),
    ("2026-11-30T12:04:44-05:30", 1_796_060_084_000), ("2318-01-01T00:00:00Z", 10_981_785_600_000),
  ])
  func `RFC 3339 is read`(text: String, milliseconds: Int64) {
    #expect(ServerTime.milliseconds(text) == milliseconds)
  }

  @Test(arguments: ["", "2026", "2026-11-30T17:34:44", "2026-13-30T17:34:44Z", "yesterday at half past five"])
  func `anything else is not`(text: String) { #expect(ServerTime.milliseconds(text) == nil) }
}

@Suite struct ChatAnswerTests {
  private func read(_ text: String) -> Result<ChatAnswer, RefinerFailure> {
    do throws(RefinerFailure) { return .success(try ChatAnswer(Array(text.utf8))) } catch {
      return .failure(error)
    }
  }

  @Test func `parts are put together, and one object is enough`() throws {
    let parts = """
      {"model":"m:1","message":{"role":"assistant","content":"a"},"done":false}
      {"model":"m:1","message":{"content":"b","thinking":"hm"},"done":false}\r
      {"model":"m:1","message":{"content":""},"done":true,"done_reason":"stop"}

      """
    let answer = try read(parts).get()
    #expect(
      answer.content == "ab" && answer.doneReason == "stop" && answer.model == "m:1" && !answer.isRemote)
    #expect(
      try read(#"{"model":"m:1","message":{"content":"a"},"done":true,"done_reason":"length"}"#).get()
        .doneReason == "length")
  }

  @Test func `a remote host in any part makes it remote`() throws {
    let answer = try read(
      #"{"model":"m","remote_host":"https://ollama.com:443","done":true,"done_reason":"stop"}"#
    ).get()
    #expect(answer.isRemote)
  }

  @Test(arguments: [
    ("", FallbackReason.malformed), ("hello", .malformed), (#"{"model":"m","done":tr"#, .malformed),
    (#"{"error":"it broke"}"#, .failed),
    (#"{"model":"m","message":{"content":"a"},"done":false}"# + "\n" + #"{"error":"x"}"#, .failed),
    (#"{"model":"m","message":{"content":"a"},"done":false}"#, .truncated),
    (#"{"model":"m","done":true}"#, .truncated),
    (#"{"done":true,"done_reason":"stop"}"#, .wrongIdentity),
    (
      #"{"model":"a","done":false}"# + "\n" + #"{"model":"b","done":true,"done_reason":"stop"}"#,
      .wrongIdentity
    ),
  ])
  func `what is no whole answer says why`(text: String, reason: FallbackReason) {
    guard case .failure(let failure) = read(text) else {
      Issue.record("it was read")
      return
    }
    #expect(failure.reason == reason)
  }
}
