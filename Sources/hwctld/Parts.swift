import Audio
import ControlProtocol
import Delivery
import Dictation
import Domain
import Models
import Profiles
import Speech
import SystemCalls
import Terminal

/// The edges, made from the preferences; shared by the daemon and the commands that run once.
struct Parts: Sendable {
  let directories: Directories
  let preferences: Preferences
  let microphone: Microphone
  let speech: SpeechWorkers
  /// For whole recordings that nobody waits for.
  let patientSpeech: SpeechConfiguration
  /// Why there is no model, if there is none.
  let modelProblem: String?

  /// - Parameter speechBuffer: how much audio may wait for the recogniser; nil for the usual limit of live dictation.
  init(_ preferences: Preferences, directories: Directories, speechBuffer: Duration? = nil) {
    self.directories = directories
    self.preferences = preferences
    microphone = Microphone()
    let model = Self.locateModel(preferences, directories)
    modelProblem = model.problem
    var configuration = SpeechConfiguration(
      workerPath: ProgramFiles.speechWorker(preferred: preferences.speech.worker), modelFolder: model.folder)
    configuration.decodeLimit = .seconds(preferences.speech.decodeLimitSeconds)
    configuration.idleExit = .seconds(preferences.speech.idleExitSeconds)
    if let speechBuffer { configuration.bufferLimit = speechBuffer }
    configuration.policy = preferences.recognitionPolicy
    let models = directories.models
    speech = SpeechWorkers(standard: configuration) { model throws(ModelError) in
      try ModelLocator.locate(id: model, dataFolder: models)
    }
    patientSpeech = configuration.patient
  }

  /// The voice history, not opened yet; nil when nothing is kept, by preference: then no file is touched.
  func history() -> LateHistory? { preferences.history.keep ? LateHistory(folder: directories.voice) : nil }

  /// The preferences of the user; ends the program when the file is not valid.
  static func readPreferences(_ directories: Directories) -> Preferences {
    do throws(ProfileError) { return try PreferencesStore(path: directories.preferences).inspect() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  private static func locateModel(
    _ preferences: Preferences, _ directories: Directories
  ) -> (folder: String, problem: String?) {
    do throws(ModelError) {
      return (try ModelLocator.locate(id: preferences.speech.model, dataFolder: directories.models), nil)
    } catch {
      return (directories.models + "/" + preferences.speech.model, error.message)
    }
  }

}

extension SpeechConfiguration {
  /// The same for a recording that comes all at once and gives way to everything else on the machine.
  fileprivate var patient: SpeechConfiguration {
    var patient = self
    let nice = "/usr/bin/nice"
    if Files.exists(nice) {
      patient.workerPath = nice
      patient.workerArguments = ["-n", "19", workerPath] + workerArguments
    }
    // What `AudioFileReader` accepts.
    patient.bufferLimit = .seconds(7200)
    // The machine may be busy for a long time with what its user does.
    patient.decodeLimit = .seconds(600)
    patient.decodeLimitFactor = 4
    return patient
  }
}
