import Audio
import CommandSyntax
import Domain
import Synchronization
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history play`: the audio of a session through the sound server.
enum PlayOnce {
  private struct Played: Encodable {
    let session, end: String
  }

  static func run(_ invocation: Invocation) {
    let (session, path) = kept(invocation.arguments[0])
    let (start, speed) = (start(invocation), speed(invocation))
    checkStart(start, path, session)
    let line = ProgressLine()
    let shown = Mutex(line)
    do throws(AudioError) {
      let end = try Player().play(path, from: start, speed: speed) { played, total in
        shown.withLock { $0.show("\(clock(played)) of \(clock(total))") }
      }
      shown.withLock { $0.finish() }
      if invocation.flags.contains("json") {
        Terminal.print(json: Played(session: session.rawValue, end: end.rawValue))
      }
    } catch {
      shown.withLock { $0.finish() }
      Terminal.fail(.failed, error.message)
    }
  }

  /// Seconds, "12.5", or minutes and seconds, "1:30".
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { Double($0) ?? -1 }
    guard (1...3).contains(parts.count), numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return numbers.reduce(0) { $0 * 60 + $1 }
  }

  private static func start(_ invocation: Invocation) -> Double {
    guard let text = invocation.values["from"] else { return 0 }
    guard let seconds = seconds(text) else {
      Terminal.fail(.usage, "'\(text)' is no time such as 12.5 or 1:30 (--from).")
    }
    return seconds
  }

  private static func checkStart(_ start: Double, _ path: String, _ session: SessionID) {
    guard start > 0 else { return }
    do throws(AudioFileError) {
      let length = try AudioFileReader.length(path)
      guard start >= length else { return }
      Terminal.fail(
        .usage, "the recording of session \(session) ends at \(clock(length)), before that time (--from).")
    } catch { Terminal.fail(.invalidFile, error.message) }
  }

  private static func speed(_ invocation: Invocation) -> Double {
    guard let text = invocation.values["speed"] else { return 1 }
    guard let factor = Double(text), (0.25...4).contains(factor) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 0.25 to 4 (--speed).")
    }
    return factor
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }

  private static func kept(_ name: String) -> (session: SessionID, path: String) {
    do throws(HistoryError) { return try OnceAudio.kept(name, Directories.standard()) } catch {
      Terminal.fail(.failed, error.message)
    }
  }
}
