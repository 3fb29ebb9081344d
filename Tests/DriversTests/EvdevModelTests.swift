import Domain
import Drivers
import Testing

/// What the evdev models make of what the kernel sends for them.
@Suite struct EvdevModelTests {
  @Test(arguments: [
    ("philips-acc2310", "left", 0x90001), ("philips-acc2310", "right", 0x90002),
    ("philips-acc2310", "center", 0x90003), ("philips-acc2330", "right", 0x90001),
    ("philips-acc2330", "center", 0x90002), ("philips-acc2330", "left", 0x90003),
    ("philips-acc2330", "top", 0x90004), ("pcsensor-footswitch", "left", 0x70004),
    ("pcsensor-footswitch", "center", 0x70005), ("pcsensor-footswitch", "right", 0x70006),
    ("kinesis-savant-elite2", "left", 0x7003a), ("kinesis-savant-elite2", "jack-4", 0x70040),
    ("logitech-presenter", "play", 0x7003e), ("logitech-presenter", "play", 0x70029),
    ("logitech-presenter", "blank", 0x70037), ("page-turner", "page-down", 0x7004e),
  ])
  func `a usage is this Control, whatever key code the user has given it`(
    model: String, control: String, usage: Int
  ) throws {
    var bench = try DecoderBench(ModelID(rawValue: model))
    let control = ControlID(rawValue: control)
    #expect(bench.frame(.scan(UInt32(usage)), .key(700, 1), .report) == [pressed(control)])
    #expect(bench.frame(.scan(UInt32(usage)), .key(700, 0), .report) == [released(control)])
  }

  @Test func `of a Kinesis chord the last key counts, the modifiers do not`() throws {
    var kinesis = try DecoderBench("kinesis-savant-elite")
    // Left Control, left Alt, then 4, as one report makes them.
    #expect(
      kinesis.frame(
        .scan(0x700e0), .key(29, 1), .scan(0x700e2), .key(56, 1), .scan(0x70021), .key(5, 1), .report)
        == [pressed("left")])
    #expect(
      kinesis.frame(
        .scan(0x700e0), .key(29, 0), .scan(0x700e2), .key(56, 0), .scan(0x70021), .key(5, 0), .report)
        == [released("left")])
  }

  @Test func `the URL that a PCsensor pedal types when held is noise`() throws {
    var pedal = try DecoderBench("pcsensor-footswitch")
    #expect(pedal.frame(.scan(0x70004), .key(30, 1), .report) == [pressed("left")])
    // Win+R, then "http": 0x700e3, 0x70015, 0x7000b, 0x70017, 0x70013.
    for (usage, code) in [(0x700e3, 125), (0x70015, 19), (0x7000b, 35), (0x70017, 20), (0x70013, 25)] {
      #expect(pedal.frame(.scan(UInt32(usage)), .key(UInt16(code), 1), .report) == [])
      #expect(pedal.frame(.scan(UInt32(usage)), .key(UInt16(code), 0), .report) == [])
    }
    #expect(pedal.frame(.scan(0x70004), .key(30, 0), .report) == [released("left")])
  }

  @Test func `a hat is four directions, and going across the middle lets go of one before the next`() throws {
    var pad = try DecoderBench("gamepad")
    #expect(pad.frame(.axis(0x10, -1), .report) == [pressed("left")])
    #expect(pad.frame(.axis(0x11, 1), .report) == [pressed("down")])
    #expect(pad.frame(.axis(0x10, 1), .report) == [released("left"), pressed("right")])
    #expect(pad.frame(.axis(0x10, 0), .axis(0x11, 0), .report) == [released("right"), released("down")])
  }

  @Test func `a trigger is pressed from 50 % and released below 35 %`() throws {
    var pad = try DecoderBench("gamepad", axes: [0x02: AxisRange(minimum: 0, maximum: 1_000, resting: 0)])
    #expect(pad.frame(.axis(0x02, 499)) == [])
    #expect(pad.frame(.axis(0x02, 500)) == [pressed("left-trigger")])
    #expect(pad.frame(.axis(0x02, 350)) == [])
    #expect(pad.frame(.axis(0x02, 349)) == [released("left-trigger")])
    #expect(pad.frame(.axis(0x02, 499)) == [])
  }

  @Test func `an axis that rests above a quarter of its way is a stick, not a trigger`() throws {
    var stick = try DecoderBench("gamepad", axes: [0x05: AxisRange(minimum: 0, maximum: 255, resting: 67)])
    #expect(stick.frame(.axis(0x05, 255)) == [])
    var trigger = try DecoderBench("gamepad", axes: [0x05: AxisRange(minimum: 0, maximum: 255, resting: 66)])
    #expect(trigger.frame(.axis(0x05, 255)) == [pressed("right-trigger")])
  }

  @Test func `gamepad buttons go by their key code, as usages differ between pads`() throws {
    var pad = try DecoderBench("gamepad")
    #expect(pad.frame(.scan(0x90002), .key(0x130, 1)) == [pressed("south")])
    #expect(
      pad.resync(keysDown: [0x131, 0x12b], axes: [0x11: -1]) == [
        released("south"), pressed("east"), pressed("up"), pressed("button-12"),
      ])
  }

  @Test(arguments: [(1, 0x290), (30, 0x2ad), (31, 0x2c0), (32, 0x2c1)])
  func `QMK's programmable buttons are the kernel's macro keys`(number: Int, code: Int) throws {
    var pad = try DecoderBench("qmk-buttons")
    let control = ControlID(rawValue: "key-\(number)")
    #expect(pad.frame(.scan(0x90001), .key(UInt16(code), 1)) == [pressed(control)])
    #expect(pad.frame(.key(0x110, 1)) == [], "a mouse button of the same board")
  }
}
