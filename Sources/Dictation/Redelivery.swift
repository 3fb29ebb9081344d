internal import Delivery
internal import Dispatch
public import Domain
internal import SystemCalls
internal import VoiceHistory

/// A text of history that was brought to a target again.
public struct Redelivery: Hashable, Sendable {
  public var session: SessionID
  /// As history names it.
  public var route: String
  /// Unicode scalars.
  public var characters: Int
}

extension DictationRunner {
  typealias RedeliveryCompletion = @Sendable (Result<Redelivery, SessionFailure>) -> Void

  /// Brings the text of a session to what has the focus now.
  ///
  /// - Parameter id: nil for the newest session that has a text.
  func redeliver(_ id: SessionID?, _ completion: @escaping RedeliveryCompletion) {
    guard onIdle == nil else { return completion(.failure(.letGo)) }
    guard redelivery == nil else { return completion(.failure(.redelivering)) }
    let held = heldText(id)
    guard store != nil || held != nil else { return completion(.failure(.nothingIsKept)) }
    redelivery = RedeliveryState()
    let done: RedeliveryCompletion = { [self] result in
      queue.async { [self] in
        redelivery = nil
        checkIdle()
      }
      completion(result)
    }
    Task { [store] in
      do throws(SessionFailure) {
        let found = try await Self.find(id, in: store, held)
        queue.async { [self] in capture(for: found, store, done) }
      } catch {
        done(.failure(error))
      }
    }
  }

  /// One that history has not got: held for want of it, or waiting to be stored.
  private func heldText(_ id: SessionID?) -> HistoryText? {
    let waiting = sessions.last { $0.machine.state == .storing && (id == nil || $0.id == id) }
    return waiting.flatMap { HistoryText($0.detail, isStored: false) } ?? held.find(id)
  }

  private static func find(
    _ id: SessionID?, in store: (any SessionStoring)?, _ held: HistoryText?
  ) async throws(SessionFailure) -> HistoryText {
    if let held, id != nil { return held }
    guard let store else {
      if let held { return held }
      throw .nothingIsKept
    }
    let candidates: [SessionDetail]
    do throws(HistoryError) {
      candidates =
        if let id { try await store.session(id).map { [$0] } ?? [] } else {
          try await store.newestSessions(newestLookedAt)
        }
    } catch {
      if let held { return held }
      throw SessionFailure(error)
    }
    let stored = candidates.lazy.compactMap { HistoryText($0, isStored: true) }.first
    switch (held, stored) {
    case (let held?, let stored?): return held.session.second >= stored.session.second ? held : stored
    case (let found?, nil), (nil, let found?): return found
    case (nil, nil): break
    }
    guard let id else { throw .noTextAtAll }
    throw candidates.isEmpty ? .noSession(id) : .noText(id)
  }

  /// Whoever wants the last text again has said little since.
  private static let newestLookedAt = 50

  private func capture(
    for found: HistoryText, _ store: (any SessionStoring)?, _ done: @escaping RedeliveryCompletion
  ) {
    guard let targets = ports.targets else { return deliver(found, to: nil, store, done) }
    targets.capture { [self] capture in
      queue.async { [self] in
        switch capture {
        case .target(let target): deliver(found, to: target, store, done)
        case .refused(let refusal): done(.failure(SessionFailure(refusal)))
        }
      }
    }
  }

  private func deliver(
    _ found: HistoryText, to target: Target?, _ store: (any SessionStoring)?,
    _ done: @escaping RedeliveryCompletion
  ) {
    // It was let go of while the target was looked for.
    if redelivery?.isLetGo == true { return done(.failure(.letGo)) }
    // What was formatted for several lines is not typed where a line break could send it.
    let isOneLine = ports.targets != nil && target?.isMultiline != true
    let plain = isOneLine ? found.text.split(separator: "\n").joined(separator: " ") : found.text
    let text = DeliverableText.joined(plain, behind: target?.nearbyText)
    ports.writer.deliver(text, to: target) { [self] report in
      let record = ResultRecord(
        stage: .delivered, origin: .redelivery, text: report.deliveredText(of: text),
        deliveryRoute: report.route.name, deliveryOutcome: report.outcome.name, source: found.source)
      let failure = SessionFailure(report)
      if failure == nil { queue.async { [self] in held.letGo(of: found.session) } }
      Task {
        // The text stands in the target either way; that history does not know of it is no reason to say it failed.
        if found.isStored, let store {
          do throws(HistoryError) { try await store.append([record], to: found.session) } catch {
            Log.warning("a redelivery could not be noted in history", ["code": .code(error.code)])
          }
        }
        if let failure { return done(.failure(failure)) }
        done(
          .success(
            Redelivery(session: found.session, route: report.route.name, characters: report.characters)))
      }
    }
  }
}

/// A redelivery under way.
struct RedeliveryState {
  /// Of what is not typed yet, nothing is typed any more.
  var isLetGo = false
}

extension SessionFailure {
  fileprivate static let redelivering = SessionFailure(
    code: "redelivery.busy", message: "another text is being delivered again; wait until it is done.")
  fileprivate static let nothingIsKept = SessionFailure(
    code: "redelivery.nothingIsKept",
    message:
      "nothing is kept, by preference (history.keep), and no text of this run of hwctld waits to be delivered."
  )
  fileprivate static let noTextAtAll = SessionFailure(
    code: "redelivery.noText",
    message: "none of the newest sessions has a text. 'hwctl history list' shows them.")

  fileprivate static func noSession(_ id: SessionID) -> SessionFailure {
    SessionFailure(
      code: "redelivery.noSession",
      message: "history has no session '\(id)'. 'hwctl history list' shows what there is.")
  }

  fileprivate static func noText(_ id: SessionID) -> SessionFailure {
    SessionFailure(
      code: "redelivery.noText",
      message: "nothing was recognised in session '\(id)'. 'hwctl history show \(id)' shows why.")
  }
}
