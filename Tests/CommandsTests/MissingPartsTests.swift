import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What a dictation needs is not there, or full, or damaged: it is said, and what can work goes on working.
  @Suite struct MissingParts {
    static let damages = [
      "missing", "truncated", "one bit", "extra file",
    ]

    @Test(arguments: damages)
    func `a damaged model is refused by name, and a running daemon keeps the audio`(
      damage: String
    ) async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound, linkingModels: false)
      let problem = try await damageModel(home, damage)
      let once = try await home.hwctl("dictate", "--file", Recordings.short)
      #expect(once.status == 1)
      #expect(once.output == "")
      #expect(once.errors == "hwctl: \(problem)\n")
      let doctor = try await home.hwctl("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("MISSING  speech model: \(problem)\n"))

      let daemon = try await DaemonUnderTest(home)
      let ended = try await daemon.dictate(Recordings.short)
      #expect(ended.outcome == "failed")
      #expect(ended.problem == problem)
      let component = try await daemon.component(.speech)
      #expect(!component.ready)
      #expect(component.detail == problem)
      let session = try await home.lastSession()
      #expect(session.outcome == "failed")
      #expect(session.failureCode == (damage == "missing" ? "speech.modelMissing" : "speech.modelDamaged"))
      #expect(session.audioPath.map(Files.exists) == true)
      #expect(home.delivered.isEmpty)
    }

    /// Gives the message to expect.
    private func damageModel(_ home: Home, _ damage: String) async throws -> String {
      if damage == "missing" {
        return
          "there is no speech model at \(home.models)/moonshine-base-en: run 'hwctl models install moonshine-base-en'"
      }
      let model = try await home.copyModel()
      let path = model + "/decoder.onnx"
      var bytes = try Files.read(path, limit: 1 << 28)
      let size = bytes.count
      switch damage {
      case "truncated":
        try retrying("truncate", path) { truncate(path, off_t(size - 1)) }
        return
          "\(path) is damaged: it has \(size - 1) bytes, not \(size); run 'hwctl models install moonshine-base-en'"
      case "one bit":
        bytes[size / 2] ^= 1
        try Files.replace(path, with: bytes)
        return
          "\(path) is damaged: its SHA-256 is not the manifest's; run 'hwctl models install moonshine-base-en'"
      default:
        try home.write("", to: model + "/notes.txt")
        return
          "\(model)/notes.txt does not belong to the speech model: its manifest does not list it; remove the "
          + "file, or run 'hwctl models install moonshine-base-en'"
      }
    }

    @Test func `without a sound server the daemon runs, and a press says what is missing`() async throws {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      for _ in 0..<2 {
        let before = try await daemon.status().lastSession?.id
        try await daemon.begin()
        let ended = try await daemon.session(after: before)
        #expect(ended.outcome == "failed")
        #expect(ended.problem?.hasPrefix("No sound server answers") == true)
        #expect(ended.problem?.contains("systemctl --user start pipewire-pulse") == true)
        #expect(try await daemon.status().activeActions == [])
      }
      #expect(try await !daemon.component(.microphone).ready)
      let doctor = try await home.hwctl("doctor")
      #expect(doctor.output.contains("MISSING  microphone: No sound server answers"))
      #expect(try await daemon.stop() == 0)
    }

    @Test func `a sound server that comes later is used by the next press`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      // The daemon is told of a socket that is not there yet.
      let address = home.folder.path + "/late"
      let daemon = try await DaemonUnderTest(home, [], ["PULSE_SERVER": "unix:\(address)"])
      try await daemon.begin()
      #expect(try await daemon.session(after: nil).outcome == "failed")
      symlink(sound.socket, address)
      let works = try await daemon.dictate(Recordings.short)
      #expect(works.outcome == "delivered")
    }

    @Test(.enabled(if: access("/dev/uinput", F_OK) != 0, "this machine has /dev/uinput"))
    func `without uinput doctor says how to get it`() async throws {
      let home = try Home()
      let doctor = try await home.hwctl("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("MISSING  virtual keyboard: "))
      #expect(doctor.output.contains("try 'sudo modprobe uinput'"))
    }

    @Test func `a history that cannot be opened costs no word`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try home.write("in the way", to: home.voice)
      let daemon = try await DaemonUnderTest(home)
      let component = try await daemon.component(.history)
      #expect(!component.ready)
      #expect(component.detail.hasPrefix("voice history \(home.voice) cannot be opened or written"))
      #expect(try await home.hwctl("status").output.contains("history: NOT READY: voice history"))
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      // One word in the middle depends on how much silence the engine hears in front.
      let words = Recordings.words(try #require(home.delivered.first))
      #expect(words.prefix(4) == ["he", "was", "not", "an"] && words.suffix(2) == ["young", "man"])
      let doctor = try await home.hwctl("doctor")
      #expect(doctor.output.contains("MISSING  voice history: voice history \(home.voice)"))
      #expect(home.read(home.voice) == "in the way")
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
    func `a disk that fills up while someone speaks costs no word, and the daemon goes on`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      // Room for the empty database, its log, and a second or two of sound.
      let disk = try SmallDisk(at: home.voice, bytes: 256 << 10)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      try disk.fill()
      try await sound.speak(Recordings.austen("0930"))
      try await daemon.end()
      let ended = try await daemon.session(after: nil)
      #expect(ended.outcome == "delivered")
      #expect(ended.problem?.hasPrefix("The disk is full: the audio file ") == true, "\(ended.problem ?? "")")
      let words = Recordings.words(try #require(home.delivered.first))
      #expect(words.first == "he")
      #expect(words.last == "himself")
      try disk.makeRoom()
      #expect(try await daemon.dictate(Recordings.card("003")).outcome == "delivered")
      #expect(try await home.lastSession().outcome == "delivered")
      #expect(try await daemon.stop() == 0)
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
    func `a history that can only be read costs no word`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let disk = try SmallDisk(at: home.voice, bytes: 1 << 20)
      #expect(try await home.hwctl("dictate", "--file", Recordings.card("003")).status == 0)
      try disk.makeReadOnly()
      let daemon = try await DaemonUnderTest(home)
      #expect(try await !daemon.component(.history).ready)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(home.delivered.count == 1)
      // What is there can still be read.
      #expect(try await home.hwctl("history", "search", "clubs").output.contains("Seven of clubs."))
      #expect(try await home.hwctl("doctor").output.contains("MISSING  voice history: "))
    }

    @Test func `a second daemon is told of the first, which is not disturbed`() async throws {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      let second = try await Program.run(["hwctld"], home.environment)
      #expect(second.status == 1)
      #expect(
        second.errors
          == "hwctl: hwctld is already running (process \(daemon.process.processID)). 'hwctl status' shows it; "
          + "'systemctl --user restart hwctld' restarts it.\n")
      #expect(try await daemon.status().processID == daemon.process.processID)
    }

    @Test(.enabled(if: getuid() == 0, "becoming another user needs root"))
    func `another user is kept out of the control socket, and told so`() async throws {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      // Even where the folders would let them in.
      for path in [home.folder.path, home.runtime, home.runtime + "/hwctl"] { chmod(path, 0o755) }
      let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      let socket = home.runtime + "/hwctl/control.sock"
      let refused = try await Program.run(nobody + [Program.path(of: "hwctl"), "status"], home.environment)
      #expect(refused.status == 1)
      #expect(refused.errors == "hwctl: cannot connect \(socket): Permission denied.\n")
      chmod(socket, 0o666)
      let foreign = try await Program.run(nobody + [Program.path(of: "hwctl"), "status"], home.environment)
      #expect(foreign.status == 1)
      #expect(
        foreign.errors
          == "hwctl: the control socket \(socket) belongs to another user: nothing was sent to it.\n")
      #expect(try await daemon.status().phase == .idle)
    }
  }
}
