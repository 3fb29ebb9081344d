/// How the input reports of a hidraw device are framed; what their bytes mean is in the Controls' signals.
public struct ReportLayout: Hashable, Sendable {
  /// The report id of the reports that carry the Controls; nil where the device has only one kind of report, be it
  /// numbered or not (its report descriptor says which).
  public var reportID: UInt8?
  /// Bytes after the report id. A shorter report is malformed.
  public var minimumBytes: Int
  /// What sets the reports that carry the Controls apart from others with the same id.
  public var conditions: [ByteCondition]
  /// The byte that holds a number which the user has given to the unit; 0 is what all units have from the factory.
  public var unitByte: Int?
  /// The one node that is read, where the device has several: by its interface number, by its application, or any.
  public var interface: Int?
  public var application: HIDUsage?
  /// Whether its evdev nodes do nothing that the user would miss, so that they are grabbed.
  public var silencesEvdev: Bool

  public init(
    reportID: UInt8? = nil, minimumBytes: Int, conditions: [ByteCondition] = [], unitByte: Int? = nil,
    interface: Int? = nil, application: HIDUsage? = nil, silencesEvdev: Bool = true
  ) {
    self.reportID = reportID
    self.minimumBytes = minimumBytes
    self.conditions = conditions
    self.unitByte = unitByte
    self.interface = interface
    self.application = application
    self.silencesEvdev = silencesEvdev
  }

  public struct ByteCondition: Hashable, Sendable {
    public var byte: Int
    public var allowed: ClosedRange<UInt8>

    public init(byte: Int, allowed: ClosedRange<UInt8>) {
      self.byte = byte
      self.allowed = allowed
    }
  }

  enum Reading {
    /// Index of the first byte after the report id.
    case data(from: Int)
    /// A report of another kind, which is nothing wrong.
    case other
    case malformed
  }

  /// - Parameter isNumbered: the report descriptor has report ids, so the first byte is one.
  func read(_ report: UnsafeRawBufferPointer, isNumbered: Bool) -> Reading {
    guard let first = report.first else { return .malformed }
    let start = isNumbered || reportID != nil ? 1 : 0
    if let reportID, first != reportID { return .other }
    guard report.count >= start + minimumBytes else { return .malformed }
    let isMeant = conditions.allSatisfy { $0.allowed.contains(report[start + $0.byte]) }
    return isMeant ? .data(from: start) : .other
  }

  /// The number of the unit, where the user has given it one.
  public func unit(of report: [UInt8], isNumbered: Bool) -> UInt8? {
    report.withUnsafeBytes { bytes in
      guard let unitByte, case .data(let start) = read(bytes, isNumbered: isNumbered) else { return nil }
      let unit = bytes[start + unitByte]
      return unit == 0 ? nil : unit
    }
  }
}
