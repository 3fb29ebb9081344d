import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// An id of a fixed morning; the number is its last digits.
func sessionID(_ number: Int, second: Int = 0) -> SessionID {
  VoiceStore.makeSessionID(
    atUnixMilliseconds: 1_796_026_500_000 + Int64(second) * 1000, random: UInt32(number))
}

func sessionRecord(
  _ id: SessionID, startedAt: Int64? = nil, outcome: SessionOutcome = .delivered,
  audio: AudioReference? = nil
) -> SessionRecord {
  SessionRecord(
    id: id, inputKind: .microphone, startedAt: startedAt ?? id.startMilliseconds,
    duration: .milliseconds(2500), profile: "default", device: "05f3:00ff@usb-1", control: "center",
    action: .localDictation, outcome: outcome, failureCode: outcome == .failed ? "modelMissing" : nil,
    audio: audio)
}

/// The four stages of one sentence.
func stages(_ text: String) -> [ResultRecord] {
  [
    ResultRecord(
      stage: .raw, origin: .capture, text: text.lowercased(), model: "moonshine-base-en",
      speechMilliseconds: 2500, decodeMilliseconds: 180),
    ResultRecord(stage: .edited, origin: .capture, text: text, source: 0),
    ResultRecord(stage: .formatted, origin: .capture, text: text + ".", source: 1),
    ResultRecord(
      stage: .delivered, origin: .capture, text: text + ". ", deliveryRoute: "type",
      deliveryOutcome: "sent", source: 2),
  ]
}

/// A sound file as the audio writer makes it; `claimed` is the data size its header tells, by default the true one.
func waveBytes(samples: Int, claimed: Int? = nil, value: UInt8 = 1) -> [UInt8] {
  WaveFile.header(for: claimed ?? samples * 2) + [UInt8](repeating: value, count: samples * 2)
}

/// Another program's connection to the same file.
final class OtherConnection {
  private let connection: Connection

  init(_ path: String) throws { connection = try Connection(path: path, access: .readWrite) }

  func execute(_ sql: String) throws { try connection.execute(sql) }
  func integer(_ sql: String) throws -> Int64? { try connection.integer(sql) }
}

func historyError<Value>(_ body: () async throws -> Value) async -> HistoryError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? HistoryError }
}

func setMode(_ path: String, _ mode: mode_t) throws {
  try retrying("chmod", path) { chmod(path, mode) }
}

/// Waits, for at most 10 s, until nobody holds a lock on a file or folder. Other suites start programs in this process,
/// and between fork and exec such a child holds a copy of every descriptor, and with it of every flock(2).
func untilUnlocked(_ path: String) async throws {
  for _ in 0..<1000 {
    let descriptor = try FileDescriptor.open(path, O_RDONLY)
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
    try await Task.sleep(for: .milliseconds(10))
  }
}
