import BusTesting
import DesktopTesting
import Domain
import MessageBus
import SystemCalls
import Testing

@testable import Delivery

/// Applications that do not do what they say, played on a bus of their own.
@Suite(.timeLimit(.minutes(1))) struct AccessibilityFaultTests {
  /// An application, and a writer that looks at it.
  private final class Stand: Sendable {
    let daemon: TestBus
    let application: ScriptedApplication
    let session: MessageBus
    let accessibility: AccessibilityBus
    let reader: TargetReader
    let writer: TextWriter

    init(
      _ insertion: ScriptedApplication.Insertion, answerLimit: Duration = .milliseconds(200)
    ) async throws {
      daemon = try TestBus()
      application = try await ScriptedApplication(daemon)
      application.change {
        $0.insertion = insertion
        $0.text = "ab"
        $0.caret = 1
      }
      session = try MessageBus(daemon.address, name: "session")
      accessibility = AccessibilityBus(session: session)
      reader = TargetReader(accessibility: accessibility, windows: nil, options: .patient, console: { nil })
      var options = InsertionOptions()
      options.answerLimit = answerLimit
      options.readBackLimit = .seconds(5)
      writer = TextWriter(
        route: .accessibility,
        routes: Routes(accessibility: AccessibilityRoute(bus: accessibility, options: options)),
        reader: reader)
      guard await eventually({ [accessibility] in accessibility.isListening }) else {
        throw DesktopProgram.Failure(reason: "no accessibility bus")
      }
    }

    deinit {
      session.close()
      application.bus.close()
    }

    func target() throws -> Target {
      switch reader.capture() {
      case .target(let target): return target
      case .refused(let refusal): throw refusal
      }
    }

    func deliver(_ text: String, to target: Target) async -> DeliveryReport.Outcome {
      await withCheckedContinuation { continuation in
        writer.deliver(text, to: target) { continuation.resume(returning: $0.outcome) }
      }
    }
  }

  @Test func `an application that does as it says gets the text once, and its caret is put behind it`()
    async throws
  {
    let stand = try await Stand(.insert)
    let target = try stand.target()
    #expect(target.nearbyText == "a")
    #expect(await stand.deliver("xyz", to: target) == .inserted)
    #expect(stand.application.state.text == "axyzb")
    #expect(stand.application.state.caret == 4)
  }

  @Test func `yes without effect keeps the text, and the application is not tried again`() async throws {
    let stand = try await Stand(.ignore)
    #expect(await stand.deliver("xyz", to: try stand.target()) == .kept(.insertionRefused))
    #expect(await stand.deliver("xyz", to: try stand.target()) == .kept(.notAccessible))
    #expect(stand.application.state.insertions == 1)
  }

  @Test func `a text that was cut is told as far as it went, and not sent again`() async throws {
    let stand = try await Stand(.cut(2))
    #expect(
      await stand.deliver("xyz", to: try stand.target())
        == .partial(charactersDelivered: 2, reason: .insertionDiffers))
    #expect(stand.application.state.text == "axyb")
    #expect(stand.application.state.insertions == 1)
  }

  @Test func `an insertion that is never answered counts when it can be read`() async throws {
    let stand = try await Stand(.insertSilently)
    #expect(await stand.deliver("xyz", to: try stand.target()) == .inserted)
    #expect(stand.application.state.insertions == 1)
  }

  /// The time limit passes, then the application goes on: its answers come after the insertion.
  @Test func `an insertion that comes after its time limit is waited for and counts once`() async throws {
    let stand = try await Stand(.hang, answerLimit: .milliseconds(100))
    let target = try stand.target()
    async let outcome = stand.deliver("xyz", to: target)
    let application = stand.application
    #expect(await eventually { application.state.insertions == 1 })
    application.release()
    #expect(await outcome == .inserted)
    #expect(application.state.text == "axyzb")
    #expect(application.state.insertions == 1)
  }

  @Test func `an application that leaves during the insertion leaves it unconfirmed`() async throws {
    let stand = try await Stand(.leave)
    #expect(
      await stand.deliver("xyz", to: try stand.target())
        == .partial(charactersDelivered: 0, reason: .insertionUnconfirmed))
  }

  @Test func `without its bus nothing is inserted, and the text is kept`() async throws {
    let stand = try await Stand(.insert)
    let target = try stand.target()
    stand.daemon.kill()
    #expect(await eventually { !stand.accessibility.isListening })
    #expect(await stand.deliver("xyz", to: target) == .kept(.target(.applicationGone)))
    #expect(try stand.target() == .unverified)
  }

  @Test func `a field that becomes a password field between capture and delivery gets nothing`() async throws
  {
    let stand = try await Stand(.insert)
    let target = try stand.target()
    stand.application.change { $0.role = 40 }
    #expect(await stand.deliver("xyz", to: target) == .kept(.target(.becameSecure)))
    #expect(stand.application.state.insertions == 0)
    #expect(throws: TargetRefusal(problem: .passwordField, applicationID: "scripted")) { try stand.target() }
  }

  @Test func `a toolkit that is not known to insert is never asked to`() async throws {
    let stand = try await Stand(.insert)
    stand.application.change { $0.toolkit = "Gecko" }
    let target = try stand.target()
    #expect(await stand.deliver("xyz", to: target) == .kept(.notAccessible))
    #expect(stand.application.state.insertions == 0)
  }
}
