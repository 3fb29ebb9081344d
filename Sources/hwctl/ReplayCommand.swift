import CommandSyntax
import Domain
import Profiles
import Scenario
import SystemCalls
import Terminal

/// `hwctl replay`
enum ReplayCommand {
  /// What comes of one line.
  private struct Row: Encodable {
    let milliseconds: Double
    /// Nil where time alone has brought the Actions.
    let input: String?
    let actions: [String]
  }

  /// Four hours of a busy pedal.
  private static let limitBytes = 1 << 24

  static func run(_ invocation: Invocation) {
    var scenario = read(invocation.arguments[0])
    let bindsSomething = scenario.profiles.contains { !$0.devices.isEmpty || !$0.chords.isEmpty }
    if !bindsSomething || invocation.values["profile"] != nil {
      scenario.profiles[0] = profile(invocation.values["profile"], for: scenario)
      if scenario.times == BindingTimes() { scenario.times = times() }
    }
    let observed = scenario.withObservedExpectations()
    if invocation.flags.contains("json") {
      Terminal.print(json: rows(observed))
    } else {
      Terminal.print(ScenarioText.text(observed))
    }
    guard !scenario.isRecording else { return }
    let failures = scenario.failures()
    for failure in failures { Terminal.complain(failure) }
    if !failures.isEmpty { Terminal.exit(.failed) }
  }

  private static func read(_ path: String) -> Scenario {
    do throws(SystemError) {
      let text = String(decoding: try Files.read(path, limit: limitBytes), as: UTF8.self)
      do throws(ScenarioError) { return try Scenario.parse(text) } catch {
        Terminal.fail(.invalidFile, "\(path): \(error.description).")
      }
    } catch {
      Terminal.fail(.invalidFile, "\(error.description).")
    }
  }

  /// As the daemon goes by.
  private static func times() -> BindingTimes {
    do throws(ProfileError) {
      return try PreferencesStore(path: Directories.standard().preferences).inspect().bindingTimes
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// What it says of the models of the recording, which names no unit: bindings of a unit count where it is the only one of
  /// its model.
  private static func profile(_ id: String?, for scenario: Scenario) -> Profile {
    let envelope = ProfilesCommand.load()
    do throws(ProfileChangeError) {
      var profile = envelope.profiles[try envelope.index(of: id ?? envelope.activeProfile)]
      let models = Set(scenario.devices.map(\.model))
      profile.devices.removeAll { !models.contains($0.model) }
      for model in models where profile.devices.filter({ $0.model == model }).count > 1 {
        Terminal.complain(
          "'\(profile.id)' binds several units of \(model); what it says of single ones is left out.")
        profile.devices.removeAll { $0.model == model && $0.unit != nil }
      }
      for index in profile.devices.indices { profile.devices[index].unit = nil }
      return profile
    } catch {
      Terminal.fail(.failed, error.message + ".")
    }
  }

  private static func rows(_ scenario: Scenario) -> [Row] {
    var rows: [Row] = []
    for line in scenario.lines {
      let milliseconds = Double(line.time.wholeNanoseconds / 1000) / 1000
      switch line.event {
      case .input(let input):
        rows.append(Row(milliseconds: milliseconds, input: ScenarioText.words(input), actions: []))
      case .expect(let expectation):
        let action = ScenarioText.words(expectation)
        if let last = rows.last, last.milliseconds == milliseconds {
          rows[rows.count - 1] = Row(
            milliseconds: milliseconds, input: last.input, actions: last.actions + [action])
        } else {
          rows.append(Row(milliseconds: milliseconds, input: nil, actions: [action]))
        }
      }
    }
    return rows
  }
}
