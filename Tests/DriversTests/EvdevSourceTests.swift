import Domain
import Drivers
import Testing

@Suite struct EvdevSourceTests {
  @Test(arguments: [("left", 0x90001, 256), ("center", 0x90002, 257), ("right", 0x90003, 258)])
  func `scan codes and the kernel's key codes give left, center and right`(
    name: String, scan: Int, code: Int
  ) throws {
    var infinity = try DecoderBench("vec-infinity")
    let control = ControlID(rawValue: name)
    #expect(infinity.frame(.scan(UInt32(scan)), .key(UInt16(code), 1), .report) == [pressed(control)])
    #expect(infinity.frame(.key(UInt16(code), 0), .report) == [released(control)])
  }

  @Test func `the scan code wins over the key code, and is remembered for releases without one`() throws {
    var infinity = try DecoderBench("vec-infinity")
    // The left pedal was remapped to the key code of the center one.
    #expect(infinity.frame(.scan(0x90001), .key(257, 1)) == [pressed("left")])
    #expect(infinity.frame(.key(257, 0)) == [released("left")])
  }

  @Test func `a scan code counts for the next key of its frame only`() throws {
    var infinity = try DecoderBench("vec-infinity")
    #expect(
      infinity.frame(.scan(0x90001), .key(300, 1), .key(258, 1)) == [pressed("left"), pressed("right")])
    #expect(infinity.frame(.scan(0x90002)) == [])
    #expect(infinity.frame(.key(258, 0)) == [released("right")])
  }

  @Test func `one frame may change several Controls`() throws {
    var infinity = try DecoderBench("vec-infinity")
    #expect(
      infinity.frame(.scan(0x90001), .key(256, 1), .scan(0x90002), .key(257, 1))
        == [pressed("left"), pressed("center")])
  }

  @Test func `repeats, duplicates, unknown keys and other event types give nothing`() throws {
    var infinity = try DecoderBench("vec-infinity")
    #expect(infinity.frame(.key(256, 2)) == [])
    #expect(infinity.frame(.key(256, 0)) == [])
    #expect(infinity.frame(.key(30, 1)) == [])
    #expect(infinity.frame(.scan(0x70004), .key(30, 1)) == [])
    #expect(infinity.frame(RawInputEvent(type: 0x11, code: 8, value: 1)) == [])
    #expect(infinity.frame(.key(256, 1)) == [pressed("left")])
    #expect(infinity.frame(.key(256, 1)) == [])
  }

  @Test func `after lost events the differences are given, releases first`() throws {
    var infinity = try DecoderBench("vec-infinity")
    _ = infinity.frame(.scan(0x90001), .key(184, 1), .scan(0x90002), .key(257, 1))
    #expect(infinity.resync(keysDown: [184, 258, 30]) == [released("center"), pressed("right")])
    #expect(infinity.resync(keysDown: [184, 258]) == [])
  }

  @Test func `an unplugged device releases exactly what is down, once`() throws {
    var infinity = try DecoderBench("vec-infinity")
    _ = infinity.frame(.key(256, 1), .key(258, 1))
    #expect(infinity.releaseAll() == [released("left"), released("right")])
    #expect(infinity.releaseAll() == [])
  }

  @Test func `a Control is down while any node of its Device says so`() throws {
    let model = try #require(DeviceCatalogue.model(id: "vec-infinity"))
    var decoder = DeviceDecoder(device: DeviceHandle(rawValue: 1), model: model)
    let (first, second) = (decoder.addEvdevSource(), decoder.addEvdevSource())
    var changes: [ControlEvent.Change] = []
    let instant = MonotonicInstant(nanoseconds: 0)
    for (source, value) in [(first, 1), (second, 1), (first, 0), (second, 0)] as [(Int, Int32)] {
      decoder.decode(.key(256, value), from: source, at: instant) { changes.append($0.change) }
    }
    #expect(changes == [.pressed, .released])
  }
}
