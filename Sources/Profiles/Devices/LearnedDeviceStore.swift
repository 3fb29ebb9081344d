public import Domain

/// The Devices that the user has taught, in one versioned file; the same rules as for `ProfileStore`.
public struct LearnedDeviceStore: Sendable {
  public let path: String
  private let templates: [ModelID]
  private var file: SettingsFile<[LearnedDevice]> {
    SettingsFile(path: path, format: .learnedDevices(templates: templates))
  }

  /// - Parameter templates: the generic models that a Device may be told to have the Controls of.
  public init(path: String, templates: [ModelID]) {
    self.path = path
    self.templates = templates
  }

  /// The Devices in the file; none where there is no file, or a damaged one, which is kept aside.
  ///
  /// - Throws: `unreadable`, `tooLarge`; `newer` and `invalid` (a mistake inside a readable file) leave it untouched.
  public func load() throws(ProfileError) -> (devices: [LearnedDevice], origin: SettingsOrigin) {
    let (devices, origin) = try file.load()
    return (devices, origin)
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  public func inspect() throws(ProfileError) -> [LearnedDevice] { try file.inspect() }

  /// Adds a Device, in place of an earlier one of the same product; under the lock, so that nothing is lost.
  ///
  /// - Throws: `invalid` for a Device that `load` would refuse; `newer`, `notWritable`, `unreadable`, `busy`.
  public func add(_ device: LearnedDevice) throws(ProfileError) {
    try change { devices in
      devices.removeAll { $0.product == device.product }
      devices.append(device)
    }
  }

  /// - Returns: whether there was such a Device.
  @discardableResult
  public func remove(_ product: ProductID) throws(ProfileError) -> Bool {
    var isRemoved = false
    try change { devices in
      isRemoved = devices.contains { $0.product == product }
      devices.removeAll { $0.product == product }
    }
    return isRemoved
  }

  /// All mistakes in such a file; none means that `load` takes it. Changes nothing.
  public static func validate(bytes: [UInt8], templates: [ModelID]) -> [ProfileIssue] {
    SettingsFormat<[LearnedDevice]>.learnedDevices(templates: templates).issues(in: bytes)
  }

  private func change(_ body: (inout [LearnedDevice]) -> Void) throws(ProfileError) {
    let lock = try SettingsLock(for: path)
    var devices = try file.inspect()
    body(&devices)
    _ = try file.save(devices)
    lock.release()
  }
}

extension SettingsFormat<[LearnedDevice]> {
  static func learnedDevices(templates: [ModelID]) -> Self {
    Self(
      standard: [], migrations: .learnedDevices,
      decode: { LearnedDeviceFormat.decode($0, templates: templates) },
      encode: LearnedDeviceFormat.members)
  }
}
