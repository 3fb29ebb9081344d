import Domain
import Drivers
import HIDTransport
import Scenario
import SystemCalls
import Testing

@testable import Runtime

@Suite struct RecordingsTests {
  private let client = ControlServer.Client(number: 1)
  private let start = MonotonicInstant(nanoseconds: 0)

  private func device(_ handle: UInt32, _ id: String = "05f3:00ff@a") -> DeviceDescriptor {
    DeviceDescriptor(
      handle: DeviceHandle(rawValue: handle), id: DeviceID(rawValue: id), model: "vec-infinity",
      product: ProductID(vendor: 0x05f3, product: 0x00ff), name: "VEC  VEC\nPedal",
      controls: ["left", "center", "right"])
  }

  private func record(_ handle: UInt32, _ milliseconds: Int64) -> RawRecord {
    RawRecord(
      device: DeviceHandle(rawValue: handle), content: .frame([.scan(0x90002), .key(257, 1)]),
      instant: start.advanced(by: .milliseconds(milliseconds)))
  }

  /// What is down when a recording begins: nothing.
  private func state(_ handle: UInt32, _ keys: Set<UInt16> = []) -> RawRecord {
    RawRecord(device: DeviceHandle(rawValue: handle), content: .keysDown(keys), instant: start)
  }

  @Test func `nothing counts before what is down was told`() {
    var recordings = Recordings()
    _ = recordings.begin(client, of: device(1), taught: nil, at: start)
    #expect(recordings.note(record(1, 5)).isEmpty)
    #expect(recordings.note(state(1, [257])).map(\.lines) == [["0 ms  dropped unit keys=257"]])
    #expect(recordings.note(record(1, 7)).count == 1)
  }

  @Test func `a recording holds its own Device and nothing of another`() {
    var recordings = Recordings()
    #expect(
      recordings.begin(client, of: device(1), taught: nil, at: start) == [
        "# A recording of VEC VEC Pedal", "device unit vec-infinity", "",
      ])
    #expect(recordings.note(state(1)).isEmpty)
    #expect(recordings.note(record(2, 5)).isEmpty)
    #expect(recordings.note(record(1, 7)).map(\.lines) == [["7 ms  frame unit scan=0x90002 key=257:1"]])
    #expect(recordings.attached(device(3, "05f3:00ff@b"), at: start).isEmpty)
    recordings.end(client)
    #expect(recordings.isEmpty && recordings.note(record(1, 8)).isEmpty)
  }

  @Test func `the plug is in the recording, also when it went out and in before anyone looked`() {
    var recordings = Recordings()
    _ = recordings.begin(client, of: device(1), taught: nil, at: start)
    let id = device(1).id
    let later = start.advanced(by: .milliseconds(9))
    _ = recordings.note(state(1))
    #expect(recordings.detached(id, at: later).map(\.lines) == [["9 ms  unplug unit"]])
    #expect(recordings.detached(id, at: later).isEmpty)
    #expect(recordings.attached(device(2), at: later).map(\.lines) == [["9 ms  plug unit"]])
    #expect(recordings.attached(device(2), at: later).isEmpty)
    #expect(
      recordings.attached(device(3), at: later).map(\.lines) == [["9 ms  unplug unit", "9 ms  plug unit"]])
    #expect(recordings.note(record(2, 10)).isEmpty)
    #expect(recordings.note(record(3, 10)).count == 1)
  }

  @Test func `events that were dropped leave a remark`() throws {
    var recordings = Recordings()
    let header = recordings.begin(client, of: device(1), taught: nil, at: start)
    _ = recordings.note(state(1))
    let lines =
      header + recordings.missed(12).flatMap(\.lines) + recordings.note(record(1, 3)).flatMap(\.lines)
    #expect(lines.contains { $0.hasPrefix("# 12 events are missing") })
    #expect(try Scenario.parse(lines.joined(separator: "\n")).lines.count == 1)
  }
}
