internal import Delivery
internal import Dispatch
internal import Domain
internal import Refinement
internal import SystemCalls
internal import Transcript

// Where the words go, and what the refiner makes of them before.

extension DictationRunner {
  func captureTarget(_ session: LiveSession) {
    guard let targets = ports.targets else { return handle(.targetCaptured, session) }
    targets.capture { [self] capture in
      queue.async { [self] in captured(capture, session) }
    }
  }

  private func captured(_ capture: TargetCapture, _ session: LiveSession) {
    switch capture {
    case .target(let target):
      session.target = target
      handle(.targetCaptured, session)
    case .refused(let refusal):
      let failure = SessionFailure(refusal)
      guard refusal.problem.isSecure else { return handle(.targetUnfit(failure), session) }
      handle(.targetSecure(failure), session)
    }
  }

  /// Without a refiner the text goes on as it is.
  func refine(_ session: LiveSession) {
    guard let refiner = ports.refiner, let request = session.refinementRequest else {
      return handle(.refined, session)
    }
    report(session, .refining)
    let deadline = (session.recognisedAt ?? .now()).advanced(by: session.options.refinementDeadline)
    session.refining = refiner.beginRefinement(request, deadline: deadline) { [self] outcome in
      queue.async { [self] in
        // Only the first answer counts, and only while it is waited for.
        guard session.machine.state == .refining else { return }
        session.refining = nil
        session.refinement = outcome
        report(session, .refined(outcome.fallback.map { SessionFailure($0, outcome.evidence) }))
        handle(.refined, session)
      }
    }
  }
}

extension TargetProblem {
  /// Of what is said there, nothing may stay.
  fileprivate var isSecure: Bool { self == .passwordField || self == .becameSecure }
}

extension RefinementOutcome {
  /// Why the refiner's text is not used; nil when it is.
  var fallback: FallbackReason? {
    switch self {
    case .refined: nil
    case .fallback(let reason, _): reason
    }
  }
}

extension LiveSession {
  /// Nil before anything was recognised.
  var refinementRequest: RefinementRequest? {
    guard let transcript else { return nil }
    let options = transcriptOptions
    return RefinementRequest(
      transcript: transcript.edited, style: options.style,
      context: RefinementContext(
        locale: options.language, profile: cause.profile, application: target?.applicationID,
        role: target?.role?.rawValue, isMultiline: target?.isMultiline,
        nearbyText: self.options.refinerSeesNearbyText ? target?.nearbyText : nil,
        dictionary: options.dictionary.writtenTerms))
  }
}
