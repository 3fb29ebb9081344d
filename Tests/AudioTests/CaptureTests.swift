import Audio
import Dispatch
import Domain
import Glibc
import Synchronization
import SystemCalls
import TestSupport
import Testing

@Suite("Capture from a real PulseAudio server", .serialized, .timeLimit(.minutes(10)))
struct CaptureTests {
  private func sine(_ count: Int, hertz: Double = 440) -> [Int16] {
    (0..<count).map { Int16(12_000 * sin(2 * .pi * hertz * Double($0) / 16_000)) }
  }

  private func open(_ microphone: Microphone, _ source: String? = nil) -> (Capture, CaptureLog) {
    let log = CaptureLog()
    return (microphone.open(source: source) { log.take($0) }, log)
  }

  private func openAndWait(_ microphone: Microphone, _ source: String? = nil) throws -> (Capture, CaptureLog)
  {
    let (capture, log) = open(microphone, source)
    try #require(log.wait { $0.isOpened || !$0.ends.isEmpty })
    try #require(log.isOpened, "\(log.all)")
    return (capture, log)
  }

  @Test("every sample spoken before the release arrives, in order, and nothing records afterwards")
  func keepsAllSamples() throws {
    let server = try PulseServer()
    let microphone = Microphone(server: server.address)
    let spoken = sine(16_000)
    for _ in 0..<5 {
      let (capture, log) = try openAndWait(microphone)
      try server.speak(spoken)
      capture.finish()
      #expect(log.end() == .finished)
      #expect(log.samples == spoken)
      #expect(log.ends.count == 1)
      guard case .ended = log.all.last else {
        Issue.record("the end is not last")
        return
      }
      guard log.all.count > 2, case .firstFrame = log.all[1] else {
        Issue.record("no first frame")
        return
      }
    }
    #expect(try server.control(["list", "short", "source-outputs"]).isEmpty)
  }

  @Test("a tap that ends before the stream is made leaves no stream behind")
  func shortTap() throws {
    let server = try PulseServer()
    let microphone = Microphone(server: server.address)
    for round in 0..<40 {
      let (capture, log) = open(microphone)
      if round % 2 == 0 { capture.cancel() } else { capture.finish() }
      #expect(log.end() == (round % 2 == 0 ? .cancelled : .finished))
    }
    // The server answers one connection's requests in order: streams under way are closed before this list.
    let (last, log) = try openAndWait(microphone)
    last.cancel()
    #expect(log.end() == .cancelled)
    #expect(try server.control(["list", "short", "source-outputs"]).isEmpty)
  }

  @Test("a handle that is let go closes the microphone")
  func abandoned() throws {
    let server = try PulseServer()
    let log = try openAndWait(Microphone(server: server.address)).1
    #expect(log.end() == .cancelled)
  }

  @Test("a server that dies fails the capture, and the next one works once it is back")
  func serverDies() throws {
    let server = try PulseServer()
    let microphone = Microphone(server: server.address)
    let (capture, log) = try openAndWait(microphone)
    try server.speak(sine(3200))
    try #require(log.wait { $0.samples.count == 3200 })
    server.kill()
    guard case .failed(let error) = log.end() else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .serverGone)
    capture.cancel()
    let (second, refused) = open(microphone)
    guard case .failed(let absent) = refused.end() else {
      Issue.record("no failure")
      return
    }
    #expect(absent.code == .noServer)
    second.cancel()
    try server.start()
    let (third, again) = try openAndWait(microphone)
    try server.speak(sine(320))
    third.finish()
    #expect(again.end() == .finished)
    #expect(again.samples == sine(320))
  }

  @Test("a source that is removed fails the capture with what was said before")
  func sourceRemoved() throws {
    let server = try PulseServer()
    let (capture, log) = try openAndWait(Microphone(server: server.address))
    try server.speak(sine(3200))
    try #require(log.wait { $0.samples.count == 3200 })
    try server.control(["unload-module", "module-pipe-source"])
    #expect(log.end() == .failed(AudioError(.sourceGone, subject: "mic")))
    #expect(log.samples == sine(3200))
    capture.cancel()
  }

  @Test("a microphone that falls silent fails the capture")
  func fallsSilent() throws {
    let server = try PulseServer()
    let (capture, log) = try openAndWait(Microphone(server: server.address))
    try server.speak(sine(320))
    guard case .failed(let error) = log.end() else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .noFrames)
    capture.cancel()
  }

  @Test("a monitor is refused as the default, recorded by name, and a muted source is told")
  func monitorAndMuted() throws {
    let server = try PulseServer(defaultSource: "speaker.monitor")
    let microphone = Microphone(server: server.address)
    let (refused, log) = open(microphone)
    #expect(log.end() == .failed(AudioError(.monitorRefused, subject: "speaker.monitor")))
    refused.cancel()
    let (named, second) = try openAndWait(microphone, "speaker.monitor")
    named.cancel()
    #expect(second.end() == .cancelled)
    try server.control(["set-source-mute", "mic", "1"])
    let (muted, third) = open(microphone, "mic")
    #expect(third.end() == .failed(AudioError(.sourceMuted, subject: "mic")))
    muted.cancel()
  }

  @Test("a chosen source that is away gives way to the default one")
  func chosenIsAway() throws {
    let server = try PulseServer()
    let (capture, log) = try openAndWait(Microphone(server: server.address), "headset")
    try server.speak(sine(640))
    capture.finish()
    #expect(log.end() == .finished)
    #expect(log.samples == sine(640))
  }

  @Test("sources are listed with default, monitor and mute")
  func listsSources() throws {
    let server = try PulseServer()
    let sources = try Microphone(server: server.address).sources(timeout: .seconds(5))
    #expect(Set(sources.map(\.name)) == ["mic", "speaker.monitor"])
    #expect(sources.filter(\.isDefault).map(\.name) == ["mic"])
    #expect(sources.filter(\.isMonitor).map(\.name) == ["speaker.monitor"])
  }

  @Test("no server is an error, not a wait")
  func noServer() throws {
    #expect(throws: AudioError.self) {
      try Microphone(server: "unix:/nowhere/native").sources(timeout: .seconds(5))
    }
  }

  @Test("the first frame comes within 100 ms of open on a live connection")
  func firstFrameDelay() throws {
    let server = try PulseServer()
    let microphone = Microphone(server: server.address)
    _ = try microphone.sources(timeout: .seconds(5))
    var delays: [Int64] = []
    for _ in 0..<20 {
      let begun = MonotonicInstant.now()
      let (capture, log) = try openAndWait(microphone)
      try server.speak(sine(320))
      try #require(log.wait { !$0.samples.isEmpty })
      for case .firstFrame(let instant) in log.all {
        delays.append(begun.duration(to: instant).wholeNanoseconds / 1000)
      }
      capture.cancel()
      #expect(log.end() == .cancelled)
    }
    delays.sort()
    print("open to first frame: p50 \(delays[9]) us, p95 \(delays[18]) us, max \(delays[19]) us")
    #expect(delays[18] < 100_000)
  }

  @Test("a cue is heard to its end, and missed where no server is")
  func cues() throws {
    let server = try PulseServer()
    for (address, isHeard) in [(server.address, true), ("unix:/nowhere/native", false)] {
      let done = DispatchSemaphore(value: 0)
      let heard = Mutex<Bool?>(nil)
      CuePlayer(server: address).play(.start) { end in
        heard.withLock { $0 = end }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(heard.withLock { $0 } == isHeard)
    }
  }

  @Test("a file is played to its end, and stop ends it early")
  func plays() throws {
    let server = try PulseServer()
    let path = server.folder + "/tone.wav"
    var writer = try AudioFileWriter(path: path + ".partial")
    try writer.append(sine(8000))
    _ = try writer.finish(as: path)
    let player = Player(server: server.address)
    #expect(try player.play(path) == .played)
    let long = server.folder + "/long.wav"
    var second = try AudioFileWriter(path: long + ".partial")
    try second.append(sine(16_000 * 30))
    _ = try second.finish(as: long)
    #expect(try player.play(long) { _, _ in player.stop() } == .stopped)
    #expect(try server.control(["list", "short", "sink-inputs"]).isEmpty)
    do {
      try Player(server: "unix:/nowhere/native").play(path)
      Issue.record("played with no server")
    } catch { #expect(error.code == .noServer) }
  }
}
