internal import CEvdev
internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// The hot path: one read a frame, and for a grabbed keyboard one write.
extension KeyboardLoop {
  func read(_ entry: KeyboardEntry, isBroken: Bool) {
    guard entry.isAttached else {
      let isAlive = entry.keyboard?.discardEvents() ?? false
      return tell(entry, isAlive && !isBroken ? .stirred : .lost)
    }
    repeat {
      guard let frames = entry.keyboard?.readFrames(), !isBroken else { return tell(entry, .lost) }
      let result = FrameFilter.filter(frames, &entry.chords)
      if entry.selection.mode == .grab {
        if !pass(UnsafeMutableBufferPointer(rebasing: frames[..<result.passed]), entry) { return }
      }
      deliver(entry)
      if result.isLossy { resynchronize(entry) }
    } while entry.keyboard?.mayHaveMore == true
  }

  /// False when the copy is gone.
  private func pass(_ frames: UnsafeMutableBufferPointer<input_event>, _ entry: KeyboardEntry) -> Bool {
    guard !frames.isEmpty else { return true }
    guard entry.copy?.write(frames) == true else {
      tell(entry, .grabEnded)
      return false
    }
    if entry.lights == nil { passLights(entry) }
    return true
  }

  /// What the desktop shows on the copy, the real keyboard shows.
  func passLights(_ entry: KeyboardEntry) {
    guard let lights = entry.lights?.take() ?? entry.copy?.takeLights(), !lights.isEmpty else { return }
    entry.keyboard?.write(lights)
  }

  func deliver(_ entry: KeyboardEntry) {
    guard !entry.chords.changes.isEmpty else { return }
    for change in entry.chords.changes {
      sink.chord(change.chord, isDown: change.isDown, source: entry.source, at: change.instant)
    }
    entry.chords.clearChanges()
  }

  /// Events were lost. An observed keyboard is never asked for the state of its keys: its chords end, and its keys
  /// count as up.
  private func resynchronize(_ entry: KeyboardEntry) {
    guard entry.selection.mode == .grab else {
      entry.chords.releaseAll(at: .now())
      return deliver(entry)
    }
    guard let keysDown = entry.keyboard?.keysDown() else { return tell(entry, .lost) }
    var events: [input_event] = []
    entry.chords.resynchronize(keysDown, at: .now()) { key, isDown in
      var event = input_event()
      (event.type, event.code, event.value) = (UInt16(EV_KEY), key, isDown ? 1 : 0)
      events.append(event)
    }
    events.append(input_event())
    let isPassed = events.withUnsafeMutableBufferPointer { pass($0, entry) }
    if isPassed { deliver(entry) }
  }
}
