import Drivers
import Profiles
import SystemCalls

extension KnownModels {
  /// The catalogue and what the user has taught; a damaged file is kept aside.
  ///
  /// - Throws: as `LearnedDeviceStore.load`.
  static func load(_ directories: Directories) throws(ProfileError) -> KnownModels {
    KnownModels(learned: try store(directories).load().devices)
  }

  /// Reads like `load`, and changes nothing.
  static func inspect(_ directories: Directories) throws(ProfileError) -> KnownModels {
    KnownModels(learned: try store(directories).inspect())
  }

  private static func store(_ directories: Directories) -> LearnedDeviceStore {
    LearnedDeviceStore(path: directories.learnedDevices, templates: DeviceCatalogue.templates)
  }
}
