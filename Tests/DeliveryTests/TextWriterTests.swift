import Glibc
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import Delivery

@Suite struct TextWriterTests {
  private static let noKeyboard = DeliveryError(
    .noUinput, subject: "/dev/uinput", cause: SystemError(call: "open", subject: "/dev/uinput", code: ENOENT))

  private func writer(_ route: DeliveryRoute) -> TextWriter {
    TextWriter(route: route, keyboard: .failure(Self.noKeyboard))
  }

  private func report(_ writer: TextWriter, _ text: String) async -> DeliveryReport {
    await withCheckedContinuation { continuation in
      writer.deliver(text) { continuation.resume(returning: $0) }
    }
  }

  @Test func `a text in a file is reported as written, with its length`() async throws {
    let folder = try TemporaryFolder()
    let route = DeliveryRoute.file(path: folder.path + "/text")
    let result = await report(writer(route), "Grüße")
    #expect(result.route == .file)
    #expect(result.outcome == .written)
    #expect(result.characters == 5)
    #expect(result.duration > .zero)
    #expect(try Files.read(folder.path + "/text", limit: 100) == Array("Grüße\n".utf8))
  }

  @Test func `texts are delivered in order`() async throws {
    let folder = try TemporaryFolder()
    let writer = writer(.file(path: folder.path + "/text"))
    for text in ["one", "two"] { writer.deliver(text) { _ in } }
    #expect(await report(writer, "three").outcome == .written)
    #expect(try Files.read(folder.path + "/text", limit: 100) == Array("one\ntwo\nthree\n".utf8))
  }

  @Test func `a sink that fails keeps the text and says why`() async throws {
    let folder = try TemporaryFolder()
    let result = await report(writer(.file(path: folder.path + "/none/text")), "words")
    guard case .kept(.sinkFailed(let error)) = result.outcome else {
      Issue.record("not kept: \(result.outcome)")
      return
    }
    #expect(error.code == .sinkMissingFolder)
  }

  @Test func `without a keyboard a typed text is kept with the keyboard's own error`() async {
    #expect(await report(writer(.typedKeys), "words").outcome == .kept(.noKeyboard(Self.noKeyboard)))
  }

  /// The completion runs on the writer's queue, so what it enqueues waits until it returns.
  private func reports(
    _ writer: TextWriter, count: Int,
    enqueue: @escaping @Sendable (@escaping @Sendable (DeliveryReport) -> Void) -> Void
  ) async -> [DeliveryReport.Outcome] {
    let outcomes = Mutex<[DeliveryReport.Outcome]>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let collect: @Sendable (DeliveryReport) -> Void = { report in
        let isLast = outcomes.withLock { list in
          list.append(report.outcome)
          return list.count == count
        }
        if isLast { continuation.resume() }
      }
      writer.deliver("first") { _ in enqueue(collect) }
    }
    return outcomes.withLock { $0 }
  }

  @Test func `cancelling keeps the texts that wait, and not later ones`() async throws {
    let folder = try TemporaryFolder()
    let writer = writer(.file(path: folder.path + "/text"))
    let outcomes = await reports(writer, count: 3) { collect in
      writer.deliver("second", completion: collect)
      writer.deliver("third", completion: collect)
      writer.cancel()
      writer.deliver("fourth", completion: collect)
    }
    #expect(outcomes == [.kept(.cancelled), .kept(.cancelled), .written])
    #expect(try Files.read(folder.path + "/text", limit: 100) == Array("first\nfourth\n".utf8))
  }

  @Test func `no more texts wait than the limit`() async throws {
    let folder = try TemporaryFolder()
    let writer = writer(.file(path: folder.path + "/text"))
    let limit = TextWriter.waitingLimit
    let outcomes = await reports(writer, count: limit + 1) { collect in
      for number in 0...limit { writer.deliver("\(number)", completion: collect) }
    }
    #expect(outcomes == Array(repeating: .written, count: limit) + [.kept(.tooManyWaiting)])
  }
}
