internal import Audio

/// What may wait or grow in dictation, and no further.
enum DictationLimits {
  /// Sessions whose words have not left. People press again while one or two sentences are recognised; more than this means that
  /// nothing is recognised any more, and another begin is refused, in words, before anything is said into it.
  static let sessions = 8

  /// Samples that a session keeps in memory, for a recogniser that is not free yet or that has to begin again: 9 minutes,
  /// 17 MB. A little below what may wait for the worker (`SpeechConfiguration.bufferLimit`), since they go there at once.
  static let heardSamples = 540 * AudioFormat.sampleRate

  /// Samples on their way to the audio file: 2 minutes, 4 MB. Disks that spin up or flush take seconds; one that takes
  /// longer will not catch up, and the recording ends while all of it is still held.
  static let samplesBeforeDisk = 120 * AudioFormat.sampleRate

  /// The free space is looked at after so much sound, 320 KB of file: far less than any floor.
  static let samplesBetweenLooksAtSpace = 10 * AudioFormat.sampleRate
}

extension SessionFailure {
  static func tooManySessions(_ count: Int) -> SessionFailure {
    SessionFailure(
      code: "dictation.busy",
      message: "\(count) sentences still wait to be recognised, so no other is recorded. "
        + "'hwctl status' shows the speech worker; 'systemctl --user restart hwctld' keeps their audio.")
  }

  static func recordingTooLong(_ limit: Duration) -> SessionFailure {
    SessionFailure(
      code: "dictation.tooLong",
      message:
        "the recording was ended after \(limit.components.seconds / 60) minutes, the longest one allowed; what was "
        + "heard is in 'hwctl history show last'. Was a begin forgotten?")
  }

  static func spaceIsShort(_ freeBytes: Int64) -> SessionFailure {
    SessionFailure(
      code: "dictation.spaceIsShort",
      message:
        "the recording was ended because the disk is nearly full (\(freeBytes >> 20) MB free); what was heard is in "
        + "'hwctl history show last'. Make room: df -h")
  }

  static let diskIsTooSlow = SessionFailure(
    code: "dictation.diskIsTooSlow",
    message: "the recording was ended because the disk did not take it in time; what was heard is in "
      + "'hwctl history show last'. Look for disk errors: journalctl -k -p err")

  static let letGo = SessionFailure(
    code: "dictation.letGo",
    message:
      "everything was let go of (a locked screen, another session, sleep or a panic) before the words were typed; "
      + "they are in 'hwctl history show last'")

  static let recogniserIsBehind = SessionFailure(
    code: "dictation.behind",
    message:
      "the recording was ended because the sentences before it are still being recognised; what was heard is in "
      + "'hwctl history show last'")
}
