internal import Domain
internal import Glibc
internal import SystemCalls

/// From plugged in to ready, and back.
extension KeyboardLoop {
  func tell(_ entry: KeyboardEntry, _ fact: KeyboardMachine.Fact) {
    for effect in entry.machine.handle(fact, at: .now()) { carryOut(effect, entry) }
    if fact != .deadlinePassed { armTimer() }
  }

  private func carryOut(_ effect: KeyboardMachine.Effect, _ entry: KeyboardEntry) {
    switch effect {
    case .open: open(entry)
    case .copy: copy(entry)
    case .take: take(entry)
    case .attach: attach(entry)
    case .detach: detach(entry)
    case .close: close(entry)
    case .tell:
      if entry.machine.told == .busy { findHolders(entry) }
      publish()
    case .forget:
      entries[entry.token] = nil
    }
  }

  private func open(_ entry: KeyboardEntry) {
    let path = entry.node.node
    do throws(SystemError) {
      let keyboard =
        entry.selection.mode == .observe
        ? try SourceKeyboard.observe(path, keys: entry.chords.table.keys) : try SourceKeyboard.open(path)
      try epoll.add(keyboard.descriptor.rawValue, token: entry.token + Token.source, drained: true)
      entry.keyboard = consume keyboard
      tell(entry, .opened)
    } catch {
      tell(entry, .openFailed(KeyboardBlock(.keyboard, error.code)))
    }
  }

  private func copy(_ entry: KeyboardEntry) {
    do throws(SystemError) {
      // The watch comes first, so that it sees udev open the new node.
      let watch = try NodeWatch()
      guard let copy = try makeCopy(entry) else { return tell(entry, .lost) }
      try epoll.add(watch.descriptor.rawValue, token: entry.token + Token.watch)
      entry.watch = consume watch
      entry.copy = consume copy
      entry.readiness = CopyReadiness(made: .now())
      takeOpenings(entry)
    } catch {
      tell(entry, .openFailed(KeyboardBlock(.uinput, error.code)))
    }
  }

  private func makeCopy(_ entry: KeyboardEntry) throws(SystemError) -> CopyKeyboard? {
    // Unwrapped by hand, as a value that cannot be copied is not bound by `if let` where it stays in its owner.
    guard entry.keyboard != nil else { return nil }
    return try CopyKeyboard(of: entry.keyboard!, name: entry.node.name)
  }

  /// Somebody has opened or closed a node in /dev/input.
  func takeOpenings(_ entry: KeyboardEntry) {
    guard let name = entry.copy?.nodeName, let facts = entry.watch?.take(nodeName: name) else { return }
    for fact in facts { entry.readiness?.handle(fact, at: .now()) }
    if !facts.isEmpty { armTimer() }
  }

  func checkReadiness(_ entry: KeyboardEntry) {
    guard entry.machine.waitsForReaders,
      let deadline = entry.readiness?.deadline(kernelReads: surroundings.kernelReads()),
      deadline <= .now()
    else { return }
    closeWatch(entry)
    tell(entry, .copyIsRead)
  }

  private func take(_ entry: KeyboardEntry) {
    switch entry.keyboard?.grab() {
    case .grabbed: tell(entry, .taken)
    case .keysHeld: tell(entry, .keysHeld)
    case .failed(let code): tell(entry, code == ENODEV ? .lost : .takeFailed(code))
    case nil: tell(entry, .lost)
    }
  }

  private func attach(_ entry: KeyboardEntry) {
    entry.isAttached = true
    entry.holders = []
    if entry.selection.mode == .grab {
      guard guardGrab(entry), watchLights(entry) else { return tell(entry, .grabEnded) }
      Log.info("a keyboard is grabbed", ["source": .number(entry.source.rawValue)])
    }
    // Whatever is queued came after the grab; the next wait does not tell of it again.
    read(entry, isBroken: false)
  }

  /// No grab without the watchdog.
  private func guardGrab(_ entry: KeyboardEntry) -> Bool {
    do throws(SystemError) {
      guard let source = try entry.keyboard?.descriptor.duplicate(),
        let copy = try entry.copy?.descriptor.duplicate()
      else { return false }
      watchdog.add(entry.token, source: source, copy: copy)
      return true
    } catch {
      Log.error("the watchdog of a keyboard cannot be set up", ["errno": .number(error.code)])
      return false
    }
  }

  /// False when they cannot be waited for.
  private func watchLights(_ entry: KeyboardEntry) -> Bool {
    if let name = entry.copy?.nodeName { entry.lights = try? CopyLights(node: name) }
    guard let waiting = entry.lights?.descriptor.rawValue ?? entry.copy?.descriptor.rawValue else {
      return false
    }
    do throws(SystemError) { try epoll.add(waiting, token: entry.token + Token.copy) } catch { return false }
    // What was set on the copy before.
    if let set = entry.copy?.takeLights(), !set.isEmpty { entry.keyboard?.write(set) }
    return true
  }

  /// The order matters: while the grab lasts nobody else sees the keys, so that none is seen twice.
  private func detach(_ entry: KeyboardEntry) {
    entry.isAttached = false
    entry.copy?.release(entry.chords.passedKeys)
    entry.chords.releaseAll(at: .now())
    deliver(entry)
    watchdog.remove(entry.token)
  }

  private func close(_ entry: KeyboardEntry) {
    entry.isAttached = false
    closeWatch(entry)
    if let descriptor = entry.keyboard?.descriptor.rawValue { epoll.remove(descriptor) }
    // Closing gives up the grab.
    entry.keyboard = nil
    if let descriptor = entry.lights?.descriptor.rawValue ?? entry.copy?.descriptor.rawValue {
      epoll.remove(descriptor)
    }
    entry.lights = nil
    entry.copy = nil
    entry.readiness = nil
  }

  private func closeWatch(_ entry: KeyboardEntry) {
    if let descriptor = entry.watch?.descriptor.rawValue { epoll.remove(descriptor) }
    entry.watch = nil
  }

  /// Looks through /proc on another thread: other keyboards must not wait for it.
  private func findHolders(_ entry: KeyboardEntry) {
    let (token, path, inbox) = (entry.token, entry.node.node, inbox)
    Thread(name: "holders") {
      let holders = NodeHolders.find(path)
      inbox.leave { $0.holders[token] = holders }
    }.start()
  }
}
