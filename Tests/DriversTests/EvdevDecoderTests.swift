import Domain
import Drivers
import Testing

@Suite("Evdev decoder with the Infinity")
struct EvdevDecoderTests {
  private let device = DeviceHandle(rawValue: 7)
  private let instant = MonotonicInstant(nanoseconds: 42)

  private func decoder() throws -> EvdevDecoder {
    EvdevDecoder(device: device, model: try #require(DeviceCatalogue.model(id: "vec-infinity")))
  }

  private func event(_ control: ControlID, _ change: ControlEvent.Change) -> ControlEvent {
    let names: [ControlID] = ["left", "center", "right"]
    let index = names.firstIndex(of: control) ?? names.count
    return ControlEvent(
      address: ControlAddress(device: device, control: ControlIndex(index)), change: change, instant: instant)
  }

  @Test(
    "Scan codes and the kernel's key codes give left, center and right",
    arguments: [("left", 0x90001, 256), ("center", 0x90002, 257), ("right", 0x90003, 258)]
      as [(String, UInt32, UInt16)])
  func controls(_ name: String, _ scan: UInt32, _ code: UInt16) throws {
    var decoder = try decoder()
    let control = ControlID(rawValue: name)
    #expect(
      decoder.decode(frame: [.scan(scan), .key(code, 1), .report], at: instant) == [event(control, .pressed)])
    #expect(decoder.decode(frame: [.key(code, 0), .report], at: instant) == [event(control, .released)])
  }

  @Test("The scan code wins over the key code, and is remembered for releases without one")
  func remapped() throws {
    var decoder = try decoder()
    // The left pedal was remapped to the key code of the center one.
    #expect(decoder.decode(frame: [.scan(0x90001), .key(257, 1)], at: instant) == [event("left", .pressed)])
    #expect(decoder.decode(frame: [.key(257, 0)], at: instant) == [event("left", .released)])
  }

  @Test("A scan code counts for the next key of its frame only")
  func scanIsForOneKey() throws {
    var decoder = try decoder()
    #expect(
      decoder.decode(frame: [.scan(0x90001), .key(300, 1), .key(258, 1)], at: instant)
        == [event("left", .pressed), event("right", .pressed)])
    #expect(decoder.decode(.scan(0x90002), at: instant) == nil)
    #expect(decoder.decode(.report, at: instant) == nil)
    #expect(decoder.decode(.key(258, 0), at: instant) == event("right", .released))
  }

  @Test("One frame may change several Controls")
  func simultaneous() throws {
    var decoder = try decoder()
    #expect(
      decoder.decode(frame: [.scan(0x90001), .key(256, 1), .scan(0x90002), .key(257, 1)], at: instant)
        == [event("left", .pressed), event("center", .pressed)])
  }

  @Test("Repeats, duplicates, unknown keys and other event types give nothing")
  func ignored() throws {
    var decoder = try decoder()
    #expect(decoder.decode(.key(256, 2), at: instant) == nil)
    #expect(decoder.decode(.key(256, 0), at: instant) == nil)
    #expect(decoder.decode(.key(30, 1), at: instant) == nil)
    #expect(decoder.decode(frame: [.scan(0x70004), .key(30, 1)], at: instant) == [])
    #expect(decoder.decode(RawInputEvent(type: 0x11, code: 8, value: 1), at: instant) == nil)
    #expect(decoder.decode(.key(256, 1), at: instant) == event("left", .pressed))
    #expect(decoder.decode(.key(256, 1), at: instant) == nil)
  }

  @Test("After lost events the differences are given, releases first")
  func resync() throws {
    var decoder = try decoder()
    _ = decoder.decode(frame: [.scan(0x90001), .key(184, 1), .scan(0x90002), .key(257, 1)], at: instant)
    #expect(
      decoder.resync(keysDown: [184, 258, 30], at: instant) == [
        event("center", .released), event("right", .pressed),
      ])
    #expect(decoder.resync(keysDown: [184, 258], at: instant) == [])
  }

  @Test("An unplugged device releases exactly what is down, once")
  func releaseAll() throws {
    var decoder = try decoder()
    _ = decoder.decode(frame: [.key(256, 1), .key(258, 1)], at: instant)
    #expect(decoder.releaseAll(at: instant) == [event("left", .released), event("right", .released)])
    #expect(decoder.releaseAll(at: instant) == [])
  }
}
