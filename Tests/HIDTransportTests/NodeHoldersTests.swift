import Domain
import Glibc
import SystemCalls
import Testing

@testable import HIDTransport

@Suite("Node holders and messages")
struct NodeHoldersTests {
  @Test("A process that has a file open is found by number and name; this process is not")
  func found() throws {
    let path = "/tmp/hwctl-node-holders-\(getpid())"
    try Files.replace(path, with: [1])
    defer { unlink(path) }
    let own = try FileDescriptor.open(path, O_RDONLY)
    let child = try Self.startTail(path)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    var holders: [NodeHolder] = []
    let deadline = MonotonicInstant.now().advanced(by: .seconds(30))
    while holders.isEmpty, MonotonicInstant.now() < deadline { holders = NodeHolders.find(path) }
    #expect(holders == [NodeHolder(process: child, command: "tail")])
    #expect(own.rawValue >= 0)
  }

  private static func startTail(_ path: String) throws -> pid_t {
    var child = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = ["tail", "-f", path].map { (text: String) in strdup(text)
    }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&child, "/usr/bin/tail", nil, nil, &arguments, nil)
    try #require(code == 0, "posix_spawn")
    return child
  }

  @Test("A port is the physical path without the interface")
  func port() {
    #expect(MatchedNode.split("usb-0000:00:14.0-1/input0").port == "usb-0000:00:14.0-1")
    #expect(MatchedNode.split("usb-0000:00:14.0-1/input12").port == "usb-0000:00:14.0-1")
    #expect(MatchedNode.split("usb-0000:00:14.0-1/inputs").port == "usb-0000:00:14.0-1/inputs")
    #expect(MatchedNode.split("isa0060/serio0/input0").port == "isa0060/serio0")
    #expect(MatchedNode.split("a0:b1:c2:d3:e4:f5").port == "a0:b1:c2:d3:e4:f5")
  }

  @Test(
    "Every reason says which device, why, and what to do",
    arguments: [
      (
        .busy(holders: [NodeHolder(process: 12, command: "keyd")]),
        "vec-infinity at /dev/input/event7 is in use by keyd (process 12). Stop that program or take the device out of "
          + "its configuration; hwctl tries again by itself."
      ),
      (
        .busy(holders: []),
        "vec-infinity at /dev/input/event7 is in use by another program of another user. Stop that program or take the "
          + "device out of its configuration; hwctl tries again by itself."
      ),
      (
        .permissionDenied,
        "vec-infinity at /dev/input/event7 may not be opened by this user: the udev rule of hwctl is missing, or the "
          + "session is not the active one. Install 70-hwctl.rules, run “sudo udevadm control --reload”, then plug the "
          + "device in again."
      ),
      (
        .keysHeld,
        "vec-infinity at /dev/input/event7 has a control held down, so it was not taken over. Release it (is something "
          + "standing on the pedal?); hwctl goes on by itself."
      ),
      (
        .failed(code: EIO),
        "vec-infinity at /dev/input/event7 cannot be used: Input/output error. Plug the device in again; “sudo dmesg” "
          + "shows what the kernel says of it."
      ),
    ] as [(BlockedDevice.Reason, String)])
  func messages(_ reason: BlockedDevice.Reason, _ message: String) {
    let blocked = BlockedDevice(
      node: "/dev/input/event7", model: "vec-infinity", product: ProductID(vendor: 0x05f3, product: 0x00ff),
      name: "VEC  VEC USB Footpedal", reason: reason)
    #expect(blocked.message == message)
  }

  @Test("Every error of the input thread has a message of its own")
  func errors() {
    let messages = HIDError.Code.allCases.map { HIDError($0, systemCode: EMFILE).message }
    #expect(Set(messages).count == HIDError.Code.allCases.count)
    #expect(
      HIDError(.waitingUnavailable, systemCode: EMFILE).message
        == "The kernel gave no descriptor to wait on (Too many open files). Too many files may be open: see “ulimit -n”."
    )
  }
}
