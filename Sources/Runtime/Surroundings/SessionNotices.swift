public import Desktop
public import Dictation
internal import Synchronization

/// Tells a person, through the desktop, of a text that was not delivered: the pedal has no screen. Never a word of it.
public final class SessionNotices: Sendable {
  private let notices: Notices
  private let isOn: Mutex<Bool>

  public init(_ notices: Notices, isOn: Bool) {
    self.notices = notices
    self.isOn = Mutex(isOn)
  }

  public func turn(on isOn: Bool) { self.isOn.withLock { $0 = isOn } }

  /// An observer of dictation; does not block.
  public func note(_ report: SessionReport) {
    guard case .ended(let ending, let failure) = report.step, isOn.withLock({ $0 }),
      let notice = Self.notice(ending, failure)
    else { return }
    notices.show(notice)
  }

  /// Shows it where notices are wanted; does not block.
  public func say(_ notice: Notice) {
    if isOn.withLock({ $0 }) { notices.show(notice) }
  }

  static func notice(_ ending: SessionEnding, _ failure: SessionFailure?) -> Notice? {
    switch ending {
    case .kept:
      Notice(
        summary: "The text was kept, not typed",
        body: (failure.map { "\($0.message.withFullStop) " } ?? "") + "To type it elsewhere: hwctl redeliver")
    case .failed:
      Notice(summary: "Dictation failed", body: failure?.message.withFullStop ?? "'hwctl status' says why.")
    case .delivered, .noSpeech, .cancelled, .recovered: nil
    }
  }
}

extension String {
  /// As a sentence of its own.
  fileprivate var withFullStop: String {
    let sentence = prefix(1).uppercased() + dropFirst()
    return sentence.hasSuffix(".") || sentence.hasSuffix("?") ? sentence : sentence + "."
  }
}
