import ControlProtocol
import Domain
import Glibc
import HIDTransport
import Runtime

/// `hwctl devices` without a daemon: what a scan sees.
enum DevicesOnce {
  static func run(json: Bool) {
    let rows: [DeviceStatus]
    do throws(HIDError) { rows = try scan() } catch { StandardError.fail(1, error.message) }
    if json { return StandardOutput.print(json: rows) }
    if rows.isEmpty { StandardOutput.print("No known controller is connected.\n") }
    for row in rows {
      let name = row.name.split(separator: " ").joined(separator: " ")
      StandardOutput.print("\(row.id)  \(row.model)  \(name)  \(row.problem ?? "readable")\n")
    }
  }

  static func scan() throws(HIDError) -> [DeviceStatus] {
    try DeviceScan.run().map { device in
      let blocked: BlockedDevice.Reason? =
        if device.openCode == EACCES {
          .permissionDenied
        } else if !device.isReadable {
          .failed(code: device.openCode)
        } else if !device.holders.isEmpty {
          .busy(holders: device.holders)
        } else {
          nil
        }
      let id = "\(device.product)@\(device.node)"
      guard let blocked else {
        return DeviceStatus(
          id: id, model: device.model.rawValue, name: device.name, state: .ready, problem: nil)
      }
      return DeviceStatus(
        BlockedDevice(
          node: device.node, model: device.model, product: device.product, name: device.name, reason: blocked)
      )
    }
  }
}
