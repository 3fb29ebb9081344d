import Glibc
import SystemCalls
import Testing

@testable import Audio

@Suite("Audio files on a real disk", .timeLimit(.minutes(10)))
struct AudioFileTests {
  private func temporaryFolder() throws -> String {
    var template = Array("/tmp/hwctl-audio-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func noise(_ count: Int) -> [Int16] {
    var seed: UInt32 = 7
    return (0..<count).map { _ in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: seed >> 16)
    }
  }

  private func run(_ command: String) -> CInt { system(command + " >/dev/null 2>&1") }

  private func code(_ body: () throws(AudioFileError) -> Void) -> AudioFileError.Code? {
    do throws(AudioFileError) {
      try body()
      return nil
    } catch { return error.code }
  }

  @Test("a file is locked while it is written, and under its final name until it is let go")
  func locking() throws {
    let path = try temporaryFolder() + "/a.wav"
    func isLocked(_ path: String) -> Bool {
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
    var writer = try AudioFileWriter(path: path + ".partial")
    #expect(isLocked(path + ".partial"))
    try writer.append(noise(320))
    do {
      let finished = try writer.finish(as: path)
      #expect(finished.summary.samples == 320)
      #expect(isLocked(path))
      withExtendedLifetime(finished) {}
    }
    // Between fork and exec a program that another suite starts holds a copy of the descriptor: at most 10 s.
    for _ in 0..<1000 where isLocked(path) { usleep(10_000) }
    #expect(!isLocked(path))
  }

  @Test("what was written is read back bit for bit, from a file of mode 0600, and the partial name is gone")
  func roundTrip() throws {
    let path = try temporaryFolder() + "/a.wav"
    let samples = noise(50_000)
    var writer = try AudioFileWriter(path: path + ".partial")
    try writer.append(Array(samples[..<320]))
    try writer.append(Array(samples[320...]))
    let summary = try writer.finish(as: path).summary
    #expect(summary.samples == 50_000)
    #expect(summary.duration == .milliseconds(3125))
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(Int(status.st_size) == summary.bytes)
    #expect(access(path + ".partial", F_OK) != 0)
    #expect(try AudioFileReader.read(path) == samples)
  }

  @Test("the partial file is whole after every append, without finish")
  func partial() throws {
    let path = try temporaryFolder() + "/p.wav"
    let samples = noise(320 * 30)
    var writer = try AudioFileWriter(path: path)
    #expect(code { () throws(AudioFileError) in _ = try AudioFileReader.read(path) } == .empty)
    for step in 1...30 {
      try writer.append(Array(samples[(320 * (step - 1))..<(320 * step)]))
      #expect(run("cp \(path) \(path).copy") == 0)
      #expect(try AudioFileReader.read(path + ".copy") == Array(samples[..<(320 * step)]))
    }
    writer.discard()
    #expect(access(path, F_OK) != 0)
  }

  @Test("a file that exists is not written over")
  func exists() throws {
    let path = try temporaryFolder() + "/e.wav"
    let writer = try AudioFileWriter(path: path)
    #expect(code { () throws(AudioFileError) in _ = try AudioFileWriter(path: path) } == .exists)
    writer.discard()
  }

  @Test("a full disk is told as such, and what fitted can be read")
  func diskFull() throws {
    let folder = try temporaryFolder()
    guard run("mount -t tmpfs -o size=256k none \(folder)") == 0 else {
      try Test.cancel("mounting a small tmpfs is not permitted here")
    }
    defer { _ = run("umount \(folder)") }
    let path = folder + "/f.wav"
    let samples = noise(320)
    var writer = try AudioFileWriter(path: path)
    var whole = 0
    let failure = code { () throws(AudioFileError) in
      for _ in 0..<10_000 {
        try writer.append(samples)
        whole += 320
      }
    }
    #expect(failure == .diskFull)
    let kept = try AudioFileReader.read(path)
    #expect(kept.count >= whole && whole > 100_000)
    writer.discard()
  }

  @Test(
    "a file that is removed while it is written, with its folder or alone, is there at the end",
    arguments: [true, false])
  func removedWhileWritten(_ withFolder: Bool) throws {
    let base = try temporaryFolder()
    let folder = base + "/voice"
    try Files.makeFolder(folder)
    let samples = noise(16_000)
    var writer = try AudioFileWriter(path: folder + "/f.partial.wav")
    try writer.append(samples)
    unlink(folder + "/f.partial.wav")
    if withFolder { rmdir(folder) }
    try writer.append(samples)
    let finished = try writer.finish(as: folder + "/f.wav")
    #expect(finished.summary.samples == 32_000)
    #expect(try AudioFileReader.read(folder + "/f.wav") == samples + samples)
    #expect(try Files.names(in: folder) == ["f.wav"])
    let other = try FileDescriptor.open(folder + "/f.wav", O_RDONLY)
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) != 0, "it is locked until it is in the history")
    withExtendedLifetime(finished) {}
  }

  @Test("a folder that is missing, and a file that cannot be put back, are told as what they are")
  func missingFolder() throws {
    let folder = try temporaryFolder()
    #expect(
      code { () throws(AudioFileError) in _ = try AudioFileWriter(path: folder + "/none/f.wav") } == .noFolder
    )
    try Files.makeFolder(folder + "/voice")
    var writer = try AudioFileWriter(path: folder + "/voice/f.partial.wav")
    try writer.append(noise(320))
    unlink(folder + "/voice/f.partial.wav")
    rmdir(folder + "/voice")
    try Files.replace(folder + "/voice", with: [])
    do {
      _ = try writer.finish(as: folder + "/voice/f.wav")
      Issue.record("it is there")
    } catch {
      #expect(error.code == .removed)
      #expect(error.message.contains(folder + "/voice/f.partial.wav"))
    }
  }

  @Test("other rates, channels and containers become 16 kHz mono", arguments: ["wav", "flac", "ogg"])
  func converts(_ kind: String) throws {
    let path = try temporaryFolder() + "/t.\(kind)"
    try #require(run("sox -n -r 44100 -c 2 \(path) synth 2 sine 440") == 0)
    let samples = try AudioFileReader.read(path)
    #expect(abs(samples.count - 32_000) <= 16)
    let middle = samples[8000..<24_000]
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(abs(crossings - 440) <= 1)
  }

  @Test("a recording of many hours is refused by its header, however little of it is on the disk")
  func refusesByHeader() throws {
    let folder = try temporaryFolder()
    _ = run("sox -n -r 16000 -c 1 -b 16 \(folder)/short.wav synth 3 sine 100")
    #expect(try AudioFileReader.length("\(folder)/short.wav") == 3)
    try AudioFileReader.check("\(folder)/short.wav")
    // 2 GB of sound that nobody has written.
    _ = run(
      "head -c 40 \(folder)/short.wav > \(folder)/long.wav; printf '\\000\\224\\065\\167' >> \(folder)/long.wav; "
        + "truncate -s 2000000044 \(folder)/long.wav")
    for refuse in [{ try AudioFileReader.check($0) }, { _ = try AudioFileReader.read($0) }]
      as [(String) throws -> Void]
    {
      let error = #expect(throws: AudioFileError.self) { try refuse("\(folder)/long.wav") }
      #expect(error?.code == .tooLong)
    }
  }

  @Test("what is no audio is refused with its reason")
  func refuses() throws {
    let folder = try temporaryFolder()
    _ = run("echo hello > \(folder)/text; : > \(folder)/zero; mkfifo \(folder)/pipe")
    _ = run("sox -n -r 16000 -c 1 \(folder)/long.wav synth 3 sine 100")
    let limits = AudioFileReader.Limits(duration: .seconds(2), bytes: 1 << 30)
    let cases: [(String, AudioFileError.Code)] = [
      ("text", .notAudio), ("zero", .empty), ("absent", .missing), ("pipe", .notAudio),
      ("long.wav", .tooLong),
    ]
    for (name, expected) in cases {
      let found = code { () throws(AudioFileError) in
        _ = try AudioFileReader.read("\(folder)/\(name)", limits: limits)
      }
      #expect(found == expected, "\(name)")
    }
  }
}
