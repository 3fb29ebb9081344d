import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// `hwctl history play` as it is heard: what the sound server's loudspeaker got.
  @Suite struct RealPlay {
    /// 12 s; in second n a tone of 300 + 100 n Hz, so that each place has a pitch of its own.
    private static let seconds = 12
    private static func pitch(at second: Double) -> Double { 300 + 100 * second.rounded(.down) }

    private static let samples: [Int16] = {
      var phase = 0.0
      return (0..<seconds * 16_000).map { index in
        phase += 2 * .pi * pitch(at: Double(index) / 16_000) / 16_000
        return Int16(8000 * sin(phase))
      }
    }()

    /// A recovered session with that sound.
    private func home(_ sound: SoundServer) async throws -> Home {
      let home = try Home(sound: sound, linkingModels: false)
      try Files.makeFolder(home.voice)
      try Files.replace(
        home.voice + "/20261130T120000Z-00000001.wav",
        with: WaveFile.bytes(of: Self.samples))
      try #require(try await home.hwctl("history", "reconcile").status == 0)
      return home
    }

    /// What was heard while a command ran, without the silence around it.
    private func heard(_ home: Home, _ words: [String]) async throws -> [Int16] {
      let file = home.folder.file("heard")
      let recorder = try RunningProgram(
        [
          "parec", "--device=room.monitor", "--raw", "--format=s16le", "--rate=16000", "--channels=1",
          "--latency-msec=20", file,
        ],
        try #require(home.sound).environment)
      func size() -> Int { (try? Files.read(file, limit: 1 << 26).count) ?? 0 }
      try #require(try await eventually { size() > 0 }, "\(recorder.errors)")
      let outcome = try await Program.run(["hwctl", "history", "play", "last"] + words, home.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let end = size()
      // Half a second of silence behind it: all of it has come.
      try #require(try await eventually { size() > end + 16_000 })
      recorder.kill(SIGTERM)
      _ = try await recorder.end(within: .seconds(5))
      let bytes = try Files.read(file, limit: 1 << 26)
      unlink(file)
      let all = (0..<bytes.count / 2).map {
        Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
      }
      guard let first = all.firstIndex(where: { abs(Int($0)) > 200 }),
        let last = all.lastIndex(where: { abs(Int($0)) > 200 })
      else { return [] }
      return Self.withoutGaps(all[first...last])
    }

    /// A busy machine stutters, where the server has silence of its own: 2 ms and longer, which no tone has.
    private static func withoutGaps(_ samples: ArraySlice<Int16>) -> [Int16] {
      var heard: [Int16] = []
      var zeros = 0
      for sample in samples {
        heard.append(sample)
        zeros = sample == 0 ? zeros + 1 : 0
        if zeros == 32 { heard.removeLast(32) } else if zeros > 32 { heard.removeLast() }
      }
      return heard
    }

    /// By the changes of sign within a stretch, in Hz.
    private func pitch(_ samples: ArraySlice<Int16>) -> Double {
      let changes = zip(samples, samples.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
      return Double(changes) / 2 / (Double(samples.count) / 16_000)
    }

    @Test func `from a place it begins there, to the sample`() async throws {
      let sound = try await SoundServer()
      let heard = try await heard(try await home(sound), ["--from", "7.25"])
      // The first samples of a tone are small; they were taken for silence.
      let expected = Array(Self.samples[(Int(7.25 * 16_000))...])
      let shift = try #require(
        (0..<400).first { Array(expected[$0..<$0 + 1000]) == Array(heard.prefix(1000)) })
      #expect(shift < 200)
      #expect(abs(heard.count + shift - expected.count) < 200, "\(heard.count) of \(expected.count)")
      #expect(heard == Array(expected[shift..<min(shift + heard.count, expected.count)]))
    }

    @Test(arguments: [("4", 2.0), ("0:09", 0.5), ("2", 4.0)])
    func `at a speed it lasts so much shorter or longer, and every tone keeps its pitch`(
      from: String, speed: Double
    )
      async throws
    {
      let sound = try await SoundServer()
      let start = Double(from.split(separator: ":").last ?? "0") ?? 0
      let heard = try await heard(try await home(sound), ["--from", from, "--speed", "\(speed)"])
      let expected = (Double(Self.seconds) - start) / speed
      let length = Double(heard.count) / 16_000
      #expect(abs(length - expected) < 0.1 + expected * 0.01, "\(length) s, not \(expected) s")
      for second in Int(start)..<Self.seconds {
        // The middle half of the tone.
        let middle = (Double(second) + 0.5 - start) / speed
        let half = 0.25 / speed
        let (low, high) = (Int((middle - half) * 16_000), Int((middle + half) * 16_000))
        try #require(high <= heard.count)
        let found = pitch(heard[low..<high])
        let meant = Self.pitch(at: Double(second))
        #expect(abs(found - meant) < meant * 0.04, "\(found) Hz in second \(second), not \(meant) Hz")
      }
    }
  }
}
