internal import Glibc

/// Where hwctl keeps its files, by the XDG base directory specification. Paths may not exist yet.
public struct Directories: Hashable, Sendable {
  /// profiles.json, preferences.json
  public var configuration: String
  /// voice/, models/
  public var data: String
  /// control.sock
  public var runtime: String

  public init(configuration: String, data: String, runtime: String) {
    self.configuration = configuration
    self.data = data
    self.runtime = runtime
  }

  /// From HOME, XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_RUNTIME_DIR; a variable that is not an absolute path counts as unset.
  public static func standard() -> Directories {
    let home = environment("HOME") ?? "/"
    let runtime = environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
    return Directories(
      configuration: (environment("XDG_CONFIG_HOME") ?? home + "/.config") + "/hwctl",
      data: (environment("XDG_DATA_HOME") ?? home + "/.local/share") + "/hwctl",
      runtime: runtime + "/hwctl")
  }

  public var profiles: String { configuration + "/profiles.json" }
  public var preferences: String { configuration + "/preferences.json" }
  public var learnedDevices: String { configuration + "/devices.json" }
  public var voice: String { data + "/voice" }
  public var models: String { data + "/models" }
  public var controlSocket: String { runtime + "/control.sock" }
  /// The relay to a local Ollama (packaging/hwctl-ollama.socket); outside the folder, which the daemon makes anew.
  public var ollamaRelay: String { runtime + "-ollama.sock" }

  /// Why there is no place for files, if there is none: then nothing may be read or written.
  public static var problem: String? {
    if environment("HOME") != nil { return nil }
    if environment("XDG_CONFIG_HOME") != nil && environment("XDG_DATA_HOME") != nil { return nil }
    return "HOME is not set to an absolute path, so that hwctl does not know where your files are. "
      + "Set it: export HOME=$(getent passwd \"$(id -u)\" | cut -d: -f6)"
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.hasPrefix("/") ? text : nil
  }
}
