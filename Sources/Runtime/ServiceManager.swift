internal import CSystemd
internal import Dispatch

/// What systemd is told (sd_notify(3)); without systemd nothing happens.
public enum ServiceManager {
  /// A datagram to the service manager can block; the input thread only says that it runs.
  private static let messages = DispatchQueue(label: "hwctl.service-manager")

  /// The daemon is ready. From now on the watchdog is fed by the input thread, so that a stalled one is noticed.
  public static func ready(_ input: any InputPerforming) {
    sd_notify(0, "READY=1")
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return }
    feedWatchdog(every: .microseconds(Int(microseconds / 2)), input)
  }

  public static func stopping() { sd_notify(0, "STOPPING=1") }

  private static func feedWatchdog(every interval: DispatchTimeInterval, _ input: any InputPerforming) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) {
      input.perform { messages.async { sd_notify(0, "WATCHDOG=1") } }
      feedWatchdog(every: interval, input)
    }
  }
}
