/// How much audio is kept. Texts and times are kept without limit.
public struct RetentionPolicy: Hashable, Sendable {
  /// Audio older than this goes; nil for none.
  public var longestAge: Duration?
  /// At most so many recordings; nil for no limit.
  public var mostRecordings: Int?
  /// At most so many bytes; when passed, the oldest go until `lowWaterPercent` of it is used. Nil for no limit.
  public var mostBytes: Int64?
  /// Space on the disk that audio gives back when less is free.
  public var freeSpaceReserve: Int64

  /// So that not every recording beyond the limit moves files about.
  static let lowWaterPercent: Int64 = 90

  /// 20 GiB are some 180 hours of speech, years of dictation; the reserve of 1 GiB keeps the desktop alive.
  public init(
    longestAge: Duration? = nil, mostRecordings: Int? = nil, mostBytes: Int64? = 20 << 30,
    freeSpaceReserve: Int64 = 1 << 30
  ) {
    self.longestAge = longestAge
    self.mostRecordings = mostRecordings
    self.mostBytes = mostBytes
    self.freeSpaceReserve = freeSpaceReserve
  }
}
