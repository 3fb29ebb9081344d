internal import ControlProtocol
internal import Domain
internal import Drivers
internal import Glibc
internal import HIDTransport
internal import Profiles
internal import SystemCalls

// Recording Devices, teaching hwctl a Device, and going by what was taught.

extension Runtime {
  // MARK: Recording

  func record(_ id: String?, for client: ControlServer.Client) throws(ControlFailure) {
    let thread = try thread
    let device = try device(id)
    // Before the first lines are sent: whoever reads them may press at once.
    guard startRecorder(thread), thread.recordState(of: device.handle) else {
      throw ControlFailure(.notReady, "the input thread of hwctld does not run, or has too much to do.")
    }
    let lines = recordings.begin(
      client, of: device, taught: taught.first { $0.model == device.model && $0.template == nil }, at: .now())
    parts.server.send(ControlReply(lines: lines), to: client)
    updateWatching()
  }

  @discardableResult
  func startRecorder(_ thread: InputThread) -> Bool {
    let inbox = parts.inbox
    return thread.record { inbox.post(.raw($0)) }
  }

  func send(_ lines: Recordings.Lines) {
    for (client, lines) in lines { parts.server.send(ControlReply(lines: lines), to: client) }
  }

  private var thread: InputThread {
    get throws(ControlFailure) {
      if let thread = parts.thread { return thread }
      throw ControlFailure(.notReady, "hwctld plays a recording; there are no real Devices.")
    }
  }

  /// The Device of that id, or of that model, or the only one.
  private func device(_ name: String?) throws(ControlFailure) -> DeviceDescriptor {
    let devices = state.devices
    let fitting = devices.filter { name == nil || $0.id.rawValue == name || $0.model.rawValue == name }
    if fitting.count == 1 { return fitting[0] }
    let ids = devices.map(\.id.rawValue).joined(separator: ", ")
    guard !devices.isEmpty else {
      throw ControlFailure(
        .unknownDevice, "no Device is ready. 'hwctl devices' shows what is connected, and what is wrong.")
    }
    throw ControlFailure(
      .unknownDevice,
      fitting.isEmpty
        ? "no Device '\(name ?? "")' is ready. These are: \(ids)."
        : "several Devices are ready: name one. These are: \(ids).")
  }

  // MARK: Teaching

  func learn(_ node: String?, for client: ControlServer.Client) throws(ControlFailure) {
    guard let node, node.hasPrefix("/dev/input/event") else {
      throw ControlFailure(.badRequest, "'\(node ?? "")' is no event node, such as /dev/input/event7.")
    }
    guard learner == nil else {
      throw ControlFailure(.notReady, "another hwctl is teaching a Device just now; wait until it has ended.")
    }
    let inbox = parts.inbox
    lessons += 1
    let lesson = lessons
    guard try thread.beginLearning(node: node, { inbox.post(.learning($0, lesson: lesson)) }) else {
      throw ControlFailure(.notReady, "the input thread of hwctld does not run.")
    }
    learner = (client, node)
  }

  func learnerLeft(_ client: ControlServer.Client) {
    guard let learner, learner.client == client else { return }
    self.learner = nil
    parts.thread?.endLearning()
  }

  /// - Parameter lesson: which one; the end of an earlier one must not end this.
  func handle(_ report: LearningReport, lesson: Int) {
    guard lesson == lessons, let (client, node) = learner else { return }
    switch report {
    case .refused(let code):
      learner = nil
      parts.server.send(ControlReply(error: ControlFailure(.notReady, Self.refusal(node, code))), to: client)
    case .ended:
      learner = nil
      parts.server.send(ControlReply(learning: LearningStep(.ended)), to: client)
    case .began, .pressed, .released:
      parts.server.send(ControlReply(learning: LearningStep(report: report)), to: client)
    }
  }

  private static func refusal(_ node: String, _ code: CInt) -> String {
    switch code {
    case EBUSY:
      "\(node) is in use: another program has grabbed it, or hwctl itself, where your preferences list it as a keyboard. "
        + "Stop the program, or take the keyboard out of the preferences, then try again."
    case EACCES, EPERM:
      "\(node) may not be opened by this user: no udev rule gives access to it. "
        + "'hwctl devices learn' shows the rule to add."
    case EDEADLK: "a key of \(node) is held down. Let go of it, then try again."
    case EAGAIN:
      "everything is let go of just now (a locked session, sleep, or a panic). 'hwctl status' says why."
    case EINVAL: "\(node) is a virtual device of hwctl's own."
    default:
      "\(node) cannot be used: \(SystemError(call: "open", subject: node, code: code).explanation). "
        + "'hwctl devices learn' without a node shows what there is."
    }
  }

  // MARK: What was taught

  /// Goes by the file as it is now; a mistake in it changes nothing.
  func adoptTaughtDevices() {
    defer { publish() }
    do throws(ProfileError) {
      taught = try parts.taughtDevices()
    } catch {
      Log.warning("taught devices cannot be read; the ones in use stay", ["code": .code(error.code)])
      editedDevices = ComponentStatus(
        .devices, ready: false, detail: "the devices read before stay in use: \(error.message)")
      return
    }
    editedDevices = nil
    let models = KnownModels(learned: taught)
    profiles = ProfileStore(path: profiles.path, models: models.bindableModels)
    parts.thread?.adopt(models)
    Log.notice("taught devices are in use", ["devices": .number(taught.count)])
    // They may have been refused for a model that is known only now.
    if editedProfiles?.ready == false { adoptEditedProfiles() }
  }
}

extension LearningStep {
  fileprivate init(report: LearningReport) {
    switch report {
    case .began(let product, let name):
      self.init(.began)
      self.product = product.description
      self.name = name
    case .pressed(let key):
      self.init(.pressed)
      set(key)
    case .released(let key, let isTapOnly):
      self.init(.released)
      set(key)
      self.isTapOnly = isTapOnly
    case .refused, .ended: self.init(.ended)
    }
  }

  private mutating func set(_ key: LearnedKey) {
    scanCode = key.scanCode
    keyCode = key.keyCode
  }
}
