internal import Domain

/// The names of the machine's times in `time` lines.
enum TimeName: String, CaseIterable {
  case chordWindow
  case hold
  case secondPress
  case longHold

  var path: WritableKeyPath<BindingTimes, Duration> {
    switch self {
    case .chordWindow: \.chordWindow
    case .hold: \.hold
    case .secondPress: \.secondPress
    case .longHold: \.longHold
    }
  }
}
