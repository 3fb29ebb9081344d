import Dispatch
import Domain
import Drivers
import Glibc
import SystemCalls
import Testing

@testable import HIDTransport

/// Against a real kernel and a real udevd: needs root and /dev/uhid, as in the virtual machine of the real-kernel lane.
@Suite("RealKernelHIDTransport", .serialized, .enabled(if: access("/dev/uhid", W_OK) == 0))
struct RealKernelHIDTransportTests {
  private let log = SinkLog()
  private let port = "usb-0000:00:14.0-7"
  private let id = DeviceID(rawValue: "05f3:00ff@usb-0000:00:14.0-7")

  private func start() throws -> InputThread {
    let thread = InputThread(sink: log)
    try thread.start()
    return thread
  }

  /// Waits for the node of a pedal that no input thread watches.
  private func node() throws -> String {
    let deadline = MonotonicInstant.now().advanced(by: .seconds(SinkLog.limitSeconds))
    while MonotonicInstant.now() < deadline {
      if let node = try DeviceScan.run(KnownModels()).first(where: { $0.openCode == 0 })?.node { return node }
    }
    throw SinkLog.Nothing()
  }

  @Test("A pedal that is plugged in is attached, and its presses arrive with the kernel's instant")
  func plugAndPress() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    let device = try log.nextDevice()
    #expect(device.id == id)
    #expect(device.model == "vec-infinity")
    #expect(device.name == "VEC  VEC USB Footpedal")
    for (bits, control, change) in [
      (1, "left", .pressed), (0, "left", .released), (2, "center", .pressed), (0, "center", .released),
      (4, "right", .pressed), (0, "right", .released),
    ] as [(UInt8, ControlID, ControlEvent.Change)] {
      let before = MonotonicInstant.now()
      try pedal.report(bits)
      let (entry, instant) = try log.nextWithInstant()
      #expect(entry == .received(control, change))
      let stamped = try #require(instant)
      // The kernel cuts its time stamps to microseconds.
      #expect(stamped.advanced(by: .microseconds(1)) >= before && stamped <= .now())
    }
    try pedal.report(7)
    let together = try [log.next(), log.next(), log.next()]
    #expect(
      Set(together) == [
        .received("left", .pressed), .received("center", .pressed), .received("right", .pressed),
      ])
  }

  @Test("A press reaches the sink within a millisecond of the kernel's time stamp, in the middle of 1,000")
  func latency() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    var delays: [Duration] = []
    for number in 1...1_000 {
      try pedal.report(number % 2 == 1 ? 2 : 0)
      delays.append(try log.nextDelay())
    }
    delays.sort()
    print("stamp to sink: p50 \(delays[499]), p99 \(delays[989]), p99.9 \(delays[998])")
    // The tail belongs to the emulator and its host.
    #expect(delays[499] < .milliseconds(1))
  }

  @Test("While the pedal is grabbed another reader gets nothing, and after the stop it gets everything")
  func exclusive() throws {
    let pedal = try VirtualPedal(port: port)
    let node = try node()
    let other = try OtherReader(node)
    let thread = try start()
    _ = try log.nextDevice()
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
    try pedal.report(0)
    #expect(try log.next() == .received("center", .released))
    #expect(try other.read() == 0)
    let isGrabbed = other.grab(true)
    #expect(!isGrabbed)
    thread.stop()
    #expect(try log.next() == .detached(id))
    try pedal.report(2)
    // MSC_SCAN, EV_KEY and SYN_REPORT of 24 bytes each.
    #expect(try other.read() == 72)
  }

  @Test("Unplugging a held pedal releases it, then detaches it; plugged in again it is the same Device")
  func unplugWhileHeld() throws {
    let thread = try start()
    defer { thread.stop() }
    try unplugHeld()
    #expect(try log.next() == .received("center", .released))
    #expect(try log.next() == .detached(id))
    let pedal = try VirtualPedal(port: port)
    #expect(try log.nextDevice().id == id)
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
  }

  private func unplugHeld() throws {
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
  }

  @Test("Stopping while a pedal is held releases and detaches it before the stop returns")
  func stopWhileHeld() throws {
    let thread = try start()
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    try pedal.report(5)
    _ = try (log.next(), log.next())
    thread.stop()
    #expect(log.rest == [.received("left", .released), .received("right", .released), .detached(id)])
    #expect(!thread.perform {})
  }

  @Test("A pedal that another program has grabbed is blocked, and is attached once that program lets go")
  func busy() throws {
    let pedal = try VirtualPedal(port: port)
    let node = try node()
    let other = try OtherReader(node)
    let isGrabbed = other.grab(true)
    try #require(isGrabbed)
    let thread = try start()
    defer { thread.stop() }
    let blocked = BlockedDevice(
      node: node, model: "vec-infinity", product: ProductID(vendor: 0x05f3, product: 0x00ff),
      name: "VEC  VEC USB Footpedal", reason: .busy(holders: []))
    #expect(try log.next() == .blocked(blocked))
    let isFree = other.grab(false)
    #expect(isFree)
    #expect(try log.next() == .unblocked(node))
    _ = try log.nextDevice()
    try pedal.report(1)
    #expect(try log.next() == .received("left", .pressed))
  }

  @Test(
    "A pedal that is held when hwctl starts is left alone, told after 5 s, and attached when it is released")
  func heldAtStart() throws {
    let pedal = try VirtualPedal(port: port)
    let node = try node()
    let other = try OtherReader(node)
    try pedal.report(2)
    let before = MonotonicInstant.now()
    let thread = try start()
    defer { thread.stop() }
    guard case .blocked(let blocked) = try log.next() else { throw SinkLog.Nothing() }
    #expect(blocked.reason == .keysHeld)
    #expect(before.duration(to: .now()) >= NodeMachine.heldLimit)
    _ = try other.read()
    try pedal.report(0)
    #expect(try log.next() == .unblocked(node))
    _ = try log.nextDevice()
    // The release went to everybody, so that the key is up for them too.
    #expect(try other.read() == 72)
  }

  @Test("After an overflow of the kernel's queue the pressed Controls are right again")
  func overflow() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    thread.perform {
      entered.signal()
      leave.wait()
    }
    entered.wait()
    // 200 frames, where the queue holds 64 events; at the end the left pedal is down and the center one is up.
    for number in 0..<200 { try pedal.report(number % 2 == 0 ? 4 : 0) }
    try pedal.report(1)
    leave.signal()
    var changes = 0
    var down: Set<ControlID> = ["center"]
    while down != ["left"] {
      guard case .received(let control, let change) = try log.next() else { throw SinkLog.Nothing() }
      if change == .pressed { down.insert(control) } else { down.remove(control) }
      changes += 1
    }
    #expect(changes < 200, "the queue did not overflow, so this test shows nothing")
    try pedal.report(0)
    #expect(try log.next() == .received("left", .released))
    #expect(log.rest == [])
  }

  @Test("A pedal without permission is tried again, told, and attached once the permission is there")
  func permission() throws {
    let pedal = try VirtualPedal(port: port)
    let node = try node()
    chmod(node, 0o600)
    try #require(seteuid(1000) == 0)
    defer { seteuid(0) }
    #expect(try DeviceScan.run(KnownModels()).map(\.openCode) == [EACCES])
    let thread = try start()
    defer { thread.stop() }
    guard case .blocked(let blocked) = try log.next() else { throw SinkLog.Nothing() }
    #expect(blocked.reason == .permissionDenied)
    try #require(seteuid(0) == 0)
    chmod(node, 0o666)
    try #require(seteuid(1000) == 0)
    #expect(try log.next() == .unblocked(node))
    _ = try log.nextDevice()
    try pedal.report(4)
    #expect(try log.next() == .received("right", .pressed))
  }

  @Test("A virtual device of hwctl itself is not picked up, though it claims to be a pedal")
  func ownDevice() throws {
    let own = try VirtualPedal(port: port, name: "hwctl keyboard")
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: "usb-0000:00:14.0-8")
    let device = try log.nextDevice()
    #expect(device.name == "VEC  VEC USB Footpedal")
    try own.report(1)
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
  }

  @Test("Two pedals that claim the same port are two Devices, and both are shown as ambiguous")
  func samePort() throws {
    let thread = try start()
    defer { thread.stop() }
    let first = try VirtualPedal(port: port)
    #expect(try log.nextDevice().isAmbiguous == false)
    let second = try VirtualPedal(port: port)
    let newer = try log.nextDevice()
    #expect(newer.isAmbiguous && newer.id != id)
    #expect(try log.next() == .detached(id))
    let older = try log.nextDevice()
    #expect(older.isAmbiguous && older.id == id)
    try first.report(1)
    try second.report(2)
    #expect(
      Set([try log.next(), try log.next()]) == [.received("left", .pressed), .received("center", .pressed)])
  }

  @Test(
    "While suspended nothing is grabbed, held Controls are released, and for two reasons until both are over")
  func suspended() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    try pedal.report(2)
    #expect(try log.next() == .received("center", .pressed))
    thread.suspend(.session)
    thread.suspend(.sleep)
    #expect(try log.next() == .received("center", .released))
    #expect(try log.next() == .detached(id))
    let other = try OtherReader(try node())
    try pedal.report(0)
    #expect(try other.read() == 72)
    thread.resume(.session)
    try pedal.report(1)
    try pedal.report(0)
    thread.resume(.sleep)
    #expect(try log.nextDevice().id == id)
    try pedal.report(4)
    #expect(try log.next() == .received("right", .pressed))
  }

  @Test("All pedals held for 3 s let go of everything until it is resumed")
  func panic() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    try pedal.report(7)
    let pressed = try [log.next(), log.next(), log.next()]
    #expect(pressed.count == 3)
    let rest = try (0..<5).map { _ in try log.next() }
    #expect(Set(rest.prefix(3)).count == 3)
    #expect(rest.suffix(2) == [.detached(id), .panicked])
    try pedal.report(0)
    thread.resume(.panic)
    _ = try log.nextDevice()
    try pedal.report(1)
    #expect(try log.next() == .received("left", .pressed))
  }

  @Test("A node that is being taught is grabbed, tells its keys, and goes back to its Device")
  func learning() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    _ = try log.nextDevice()
    let node = try node()
    let reports = ReportLog<LearningReport>()
    thread.beginLearning(node: node, reports.add)
    #expect(try log.next() == .detached(id))
    let product = ProductID(vendor: 0x05f3, product: 0x00ff)
    #expect(try reports.next() == .began(product: product, name: "VEC  VEC USB Footpedal"))
    try pedal.report(1)
    let key = LearnedKey(scanCode: 0x90001, keyCode: 256)
    #expect(try reports.next() == .pressed(key))
    try pedal.report(0)
    guard case .released(key, isTapOnly: _) = try reports.next() else { throw SinkLog.Nothing() }
    thread.endLearning()
    #expect(try reports.next() == .ended)
    #expect(try log.nextDevice().id == id)
    try pedal.report(1)
    #expect(try log.next() == .received("left", .pressed))
    try pedal.report(0)
    #expect(try log.next() == .received("left", .released))
  }

  @Test("What a pedal sends is handed to a recorder as frames, after what is down")
  func recording() throws {
    let thread = try start()
    defer { thread.stop() }
    let pedal = try VirtualPedal(port: port)
    let device = try log.nextDevice()
    let records = ReportLog<RawRecord>()
    try pedal.report(4)
    #expect(try log.next() == .received("right", .pressed))
    thread.record(records.add)
    thread.recordState(of: device.handle)
    #expect(try records.next().content == .keysDown([258]))
    try pedal.report(7)
    let record = try records.next()
    #expect(record.device == device.handle)
    #expect(record.content == .frame([.scan(0x90001), .key(256, 1), .scan(0x90002), .key(257, 1)]))
    thread.record(nil)
  }
}
