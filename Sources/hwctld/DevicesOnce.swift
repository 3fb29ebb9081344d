import ControlProtocol
import Domain
import Drivers
import Glibc
import HIDTransport
import Profiles
import Runtime
import SystemCalls
import Terminal

/// `hwctl devices` without a daemon: what a scan sees.
enum DevicesOnce {
  static func run(json: Bool) {
    let rows: [DeviceStatus]
    do throws(HIDError) { rows = try scan(models()) } catch { Terminal.fail(.failed, error.message) }
    json ? Terminal.print(json: rows) : Terminal.print(rows.text)
  }

  private static func models() -> KnownModels {
    do throws(ProfileError) { return try KnownModels.inspect(.standard()) } catch {
      Terminal.complain(error.message + ".")
      return KnownModels()
    }
  }

  static func scan(_ models: KnownModels) throws(HIDError) -> [DeviceStatus] {
    try DeviceScan.run(models).map { device in
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
