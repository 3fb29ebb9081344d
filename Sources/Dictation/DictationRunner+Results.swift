internal import Delivery
internal import Dispatch
internal import SystemCalls
internal import VoiceHistory

// What happens to the words: delivered once, then stored with everything that is known of the session.

extension DictationRunner {
  /// Gives the writer the texts whose turn it is, in the order in which they were spoken: a session is ready when words
  /// and audio file are, and a short second file can be on a slow disk before a long first one.
  func deliverReady() {
    for session in sessions {
      if session.isReadyToDeliver {
        session.isReadyToDeliver = false
        deliver(session)
      }
      let state = session.machine.state
      if state.takesSamples || state == .settling || state == .refining { return }
    }
  }

  private func deliver(_ session: LiveSession) {
    let text = session.deliverableText
    report(session, .delivering)
    ports.writer.deliver(text, to: session.target) { [self] delivery in
      queue.async { [self] in
        session.delivery = delivery
        let failure = SessionFailure(delivery)
        report(session, .delivered(text: text, route: delivery.route.name, failure))
        handle(.delivered(failure), session)
      }
    }
  }

  /// A text whose turn has not come is not given to the writer at all.
  func cancelDelivery(_ session: LiveSession) {
    guard session.isReadyToDeliver else { return ports.writer.cancel() }
    session.isReadyToDeliver = false
    handle(.delivered(.letGo), session)
  }

  func commit(_ session: LiveSession) {
    guard let store = session.store else {
      hold(session, [.kept, .failed])
      return handle(.stored, session)
    }
    let record = session.sessionRecord
    let results = session.resultRecords
    Task {
      var failure: SessionFailure?
      do throws(HistoryError) {
        try await store.commit(record, results: results)
      } catch {
        Log.error("a session was not stored", ["code": .code(error.code)])
        failure = SessionFailure(error)
      }
      queue.async { [self, failure] in
        if failure == nil { report(session, .stored) } else { hold(session, [.kept, .failed, .delivered]) }
        handle(failure.map(SessionFact.storeFailed) ?? .stored, session)
      }
    }
  }

  /// Of a session that history has not got: its text, if it may be wanted.
  private func hold(_ session: LiveSession, _ outcomes: [SessionOutcome]) {
    let detail = session.detail
    guard outcomes.contains(detail.record.outcome) else { return }
    if let text = HistoryText(detail, isStored: false) { held.hold(text) }
  }

  func finish(_ session: LiveSession) {
    sessions.removeAll { $0 === session }
    session.letGo()
    let record = session.machine.record
    report(session, .ended(record.ending ?? .failed, record.reportedFailure))
    checkIdle()
  }
}
