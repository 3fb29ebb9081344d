extension ModelManifest: Codable {
  private enum Key: String, CodingKey {
    case schemaVersion, id, version, engine, language, languages, licence, capabilities, source, files
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let isFirst = try values.decode(Int.self, forKey: .schemaVersion) == 1
    id = try values.decode(String.self, forKey: .id)
    version = try values.decode(String.self, forKey: .version)
    engine = try values.decode(SpeechEngine.self, forKey: .engine)
    languages =
      isFirst
      ? [try values.decode(String.self, forKey: .language)]
      : try values.decode([String].self, forKey: .languages)
    licence = try values.decode(String.self, forKey: .licence)
    capabilities = isFirst ? Capabilities() : try values.decode(Capabilities.self, forKey: .capabilities)
    source = try values.decodeIfPresent(String.self, forKey: .source)
    files = try values.decode([File].self, forKey: .files)
  }

  /// Always in the current format.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.currentSchema, forKey: .schemaVersion)
    try values.encode(id, forKey: .id)
    try values.encode(version, forKey: .version)
    try values.encode(engine, forKey: .engine)
    try values.encode(languages, forKey: .languages)
    try values.encode(licence, forKey: .licence)
    try values.encode(capabilities, forKey: .capabilities)
    try values.encodeIfPresent(source, forKey: .source)
    try values.encode(files, forKey: .files)
  }
}
