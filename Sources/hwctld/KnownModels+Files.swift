import Domain
import Drivers
import Profiles
import SystemCalls

extension LearnedDeviceStore {
  static func standard(_ directories: Directories) -> LearnedDeviceStore {
    LearnedDeviceStore(path: directories.learnedDevices, templates: DeviceCatalogue.templates)
  }
}

extension KnownModels {
  /// The catalogue and what the user has taught. Changes nothing.
  ///
  /// - Throws: as `LearnedDeviceStore.inspect`.
  static func inspect(_ directories: Directories) throws(ProfileError) -> KnownModels {
    KnownModels(learned: try LearnedDeviceStore.standard(directories).inspect())
  }
}

/// The Devices that the user has taught, as the daemon begins with them.
struct TaughtDevices {
  var devices: [LearnedDevice] = []
  /// Why there are none, where their file cannot be used.
  var problem: String?
}
