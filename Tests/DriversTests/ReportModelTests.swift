import Domain
import Drivers
import Testing

/// What the hidraw models make of reports.
@Suite struct ReportModelTests {
  @Test func `a recording of an XK-3 gives what its library makes of it`() throws {
    var pedal = try DecoderBench("xkeys-xk3")
    // SuperFlyTV/xkeys, recordings/1080_XK-3 Foot Pedal.json: unit 0, program switch on, then bits 1, 2, 3 of byte 2.
    func report(_ bits: String, _ time: String) -> String {
      "0001" + bits + String(repeating: "0", count: 34) + time + String(repeating: "0", count: 20)
    }
    for (bits, control) in [("02", "left"), ("04", "center"), ("08", "right")] as [(String, ControlID)] {
      #expect(pedal.report(hexadecimal: report(bits, "cea5")) == [pressed(control)])
      #expect(pedal.report(hexadecimal: report("00", "d680")) == [released(control)])
    }
    #expect(pedal.malformedReports == 0)
  }

  @Test func `an X-keys report of another kind changes nothing and is not malformed`() throws {
    var pedal = try DecoderBench("xkeys-xk3")
    let rest = [UInt8](repeating: 0, count: 29)
    #expect(pedal.report(bytes: [0, 1, 2] + rest) == [pressed("left")])
    #expect(pedal.report(bytes: [0, 0xd6, 0] + rest) == [])
    #expect(pedal.report(bytes: [0, 4, 0] + rest) == [])
    #expect(pedal.report(bytes: [0, 3, 0] + rest) == [released("left")])
    #expect(pedal.malformedReports == 0)
  }

  @Test func `an XK-24 has a byte for each column and a bit for each row`() throws {
    var keys = try DecoderBench("xkeys-xk24")
    #expect(keys.report(0, 0, 0x01, 0, 0, 0x20, 0, 0, 0, 0) == [pressed("key-1-1"), pressed("key-6-4")])
    #expect(
      keys.report(0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0) == [
        released("key-1-1"), released("key-6-4"), pressed("key-2-1"),
      ])
  }

  @Test func `an X-keys jog gives the steps of each report, a shuttle its position when it moves`() throws {
    var board = try DecoderBench("xkeys-xk12-jog")
    func report(jog: UInt8, shuttle: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, jog, shuttle, 0, 0, 0, 0] }
    #expect(board.report(bytes: report(jog: 1, shuttle: 0)) == [turned("jog", 1)])
    #expect(board.report(bytes: report(jog: 0, shuttle: 0)) == [])
    #expect(board.report(bytes: report(jog: 1, shuttle: 0)) == [turned("jog", 1)])
    #expect(
      board.report(bytes: report(jog: 0xfe, shuttle: 0xf9)) == [turned("jog", -2), value("shuttle", -7)])
    #expect(board.report(bytes: report(jog: 0, shuttle: 0xf9)) == [])
    #expect(board.report(bytes: report(jog: 0, shuttle: 0)) == [value("shuttle", 0)])
  }

  @Test func `after lost reports the device's answer counts, but for steps that were told before`() throws {
    var board = try DecoderBench("xkeys-xk12-jog")
    func report(_ keys: UInt8, jog: UInt8, shuttle: UInt8) -> [UInt8] {
      [0, 0, keys, 0, 0, 0, jog, shuttle, 0, 0, 0, 0]
    }
    #expect(board.report(bytes: report(1, jog: 1, shuttle: 0)) == [turned("jog", 1), pressed("key-1-1")])
    #expect(
      board.resync(answer: report(2, jog: 1, shuttle: 5))
        == [value("shuttle", 5), released("key-1-1"), pressed("key-2-1")])
    #expect(board.resync(answer: report(2, jog: 0, shuttle: 5)) == [])
  }

  @Test(arguments: [[], [1], [0, 0xd6] + [UInt8](repeating: 0xff, count: 30)])
  func `after lost reports nothing is held by a device whose answer says nothing`(answer: [UInt8]) throws {
    var pedal = try DecoderBench("xkeys-xk3")
    let rest = [UInt8](repeating: 0, count: 29)
    #expect(pedal.report(bytes: [0, 1, 6] + rest) == [pressed("left"), pressed("center")])
    #expect(pedal.resync(answer: answer) == [released("left"), released("center")])
    #expect(pedal.malformedReports == 0)
    #expect(pedal.report(bytes: [0, 1, 2] + rest) == [pressed("left")])
  }

  @Test func `a Stream Deck Pedal has a byte for each pedal after four others`() throws {
    var pedal = try DecoderBench("stream-deck-pedal", isNumbered: true)
    #expect(pedal.report(1, 0, 3, 0, 1, 0, 1) == [pressed("left"), pressed("right")])
    #expect(
      pedal.report(1, 0, 3, 0, 0, 1, 0) == [released("left"), released("right"), pressed("center")])
    #expect(pedal.report(2, 0, 3, 0, 1, 1, 1) == [], "another report id")
    #expect(pedal.malformedReports == 0)
  }

  @Test func `a Contour's jog wraps both ways, and its first count only says where it begins`() throws {
    var shuttle = try DecoderBench("contour-shuttle-xpress")
    func jog(_ count: UInt8) -> [UInt8] { [0, count, 0, 0, 0] }
    #expect(shuttle.report(bytes: jog(254)) == [])
    #expect(shuttle.report(bytes: jog(255)) == [turned("jog", 1)])
    #expect(shuttle.report(bytes: jog(1)) == [turned("jog", 2)])
    #expect(shuttle.report(bytes: jog(255)) == [turned("jog", -2)])
    #expect(shuttle.report(bytes: jog(255)) == [])
  }

  @Test func `a Contour's shuttle is an absolute position, and comes back to 0`() throws {
    var shuttle = try DecoderBench("contour-shuttle-pro-v2")
    #expect(shuttle.report(7, 0, 0, 0, 0) == [value("shuttle", 7)])
    #expect(shuttle.report(0xf9, 0, 0, 0, 0) == [value("shuttle", -7)])
    #expect(shuttle.report(0, 0, 0, 0, 0) == [value("shuttle", 0)])
    #expect(shuttle.report(0xff, 0, 0, 0, 0x40) == [value("shuttle", -1), pressed("button-15")])
    #expect(shuttle.releaseAll() == [released("button-15")])
  }

  @Test(arguments: [("contour-shuttle-xpress", 0x10, 0), ("contour-shuttle-pro", 0x01, 0)])
  func `the first button of a Contour is this bit`(model: String, low: UInt8, high: UInt8) throws {
    var shuttle = try DecoderBench(ModelID(rawValue: model))
    #expect(shuttle.report(0, 0, 0, low, high) == [pressed("button-1")])
  }

  @Test func `a shuttle beyond its range is malformed: the report is counted and the state stays`() throws {
    var shuttle = try DecoderBench("contour-shuttle-xpress")
    #expect(shuttle.report(3, 0, 0, 0x10, 0) == [value("shuttle", 3), pressed("button-1")])
    #expect(shuttle.report(8, 0, 0, 0, 0) == [])
    #expect(shuttle.malformedReports == 1)
    #expect(shuttle.report(7, 0, 0, 0x10, 0) == [value("shuttle", 7)])
  }

  @Test func `Grundig's bits are rewind, play and forward, numbered or not`() throws {
    var plain = try DecoderBench("grundig-digta")
    #expect(plain.report(4) == [pressed("left")])
    #expect(plain.report(3) == [released("left"), pressed("center"), pressed("right")])
    var numbered = try DecoderBench("grundig-digta", isNumbered: true)
    #expect(numbered.report(1, 4) == [pressed("left")])
    #expect(numbered.report(1) == [])
    #expect(numbered.malformedReports == 1)
  }

  @Test func `Olympus models have the same byte and other bits`() throws {
    var old = try DecoderBench("olympus-rs28")
    #expect(old.report(0, 0, 1) == [pressed("left")])
    #expect(old.report(0, 0, 6) == [released("left"), pressed("center"), pressed("right")])
    var new = try DecoderBench("olympus-rs31h")
    #expect(new.report(0, 0, 4) == [pressed("left")])
    #expect(new.report(0, 0, 2) == [released("left"), pressed("center")])
    #expect(new.report(0, 0, 3) == [pressed("right")], "the second stage of the middle pedal")
  }

  @Test func `QMK raw HID takes hwctl's own reports only`() throws {
    var pad = try DecoderBench("qmk-raw")
    func report(_ head: UInt8...) -> [UInt8] { head + [UInt8](repeating: 0, count: 32 - head.count) }
    #expect(
      pad.report(bytes: report(0x68, 0x77, 0x01, 0, 0, 0x80, 0xff)) == [
        turned("knob", -1), pressed("key-1"), pressed("key-32"),
      ])
    // VIA's answer to “get protocol version”.
    #expect(pad.report(bytes: report(0x01, 0x00, 0x0c)) == [])
    #expect(pad.malformedReports == 0)
    #expect(pad.report(bytes: report(0x68, 0x77)) == [released("key-1"), released("key-32")])
  }

  @Test(
    "A report one byte too short is counted and dropped, and one that is long enough is not",
    arguments: DeviceCatalogue.models.filter(\.isReadByReports))
  func shortReports(_ model: DeviceModel) throws {
    guard case .hidraw(let layout) = model.transport else { return }
    var bench = try DecoderBench(model.id)
    var full = [UInt8](repeating: 0, count: layout.minimumBytes)
    for condition in layout.conditions { full[condition.byte] = condition.allowed.lowerBound }
    if let id = layout.reportID { full.insert(id, at: 0) }
    #expect(bench.report(bytes: full) == [])
    #expect(bench.malformedReports == 0)
    #expect(bench.report(bytes: full.dropLast()) == [])
    #expect(bench.report(bytes: []) == [])
    #expect(bench.malformedReports == 2)
  }
}

extension DeviceModel {
  var isReadByReports: Bool { if case .hidraw = transport { true } else { false } }
}
