import CommandSyntax
import ControlProtocol
import Domain
import Drivers
import Glibc
import HIDTransport
import Profiles
import SystemCalls
import Terminal

/// `hwctl devices learn`: which node, the presses of its Controls, and the file that keeps them.
enum TeachOnce {
  /// Without a press for so long, whoever teaches is done, or has chosen the keyboard that would say so.
  private static let idleLimit = Duration.seconds(30)
  /// What the daemon may take to go by the new file.
  private static let adoptionLimit = Duration.seconds(3)

  static func run(_ invocation: Invocation) {
    let directories = Directories.standard()
    let store = LearnedDeviceStore.standard(directories)
    let taught = read(store)
    var lesson = Lesson(names: TeachOptions.controls(invocation))
    let template = TeachOptions.template(invocation)
    let node = NodeChoice.choose(invocation.arguments.first, KnownModels(learned: taught))
    let name = invocation.values["name"] ?? node.shownName
    guard (1...64).contains(name.count) else {
      Terminal.fail(.usage, "a name has 1 to 64 characters (--name).")
    }
    requireNoKeyboard(node, invocation)
    let before = profileIssues(directories, KnownModels(learned: taught))
    if template == nil { teach(node, &lesson) }
    let device = LearnedDevice(
      product: node.product, name: name, template: template, controls: lesson.controls)
    let models = KnownModels(learned: taught.filter { $0.product != device.product } + [device])
    requireValidProfiles(profileIssues(directories, models).filter { !before.contains($0) }, device)
    do throws(ProfileError) { try store.add(device) } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
    report(device, json: invocation.flags.contains("json"))
  }

  private static func read(_ store: LearnedDeviceStore) -> [LearnedDevice] {
    do throws(ProfileError) { return try store.inspect() } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// Whoever picked the keyboard that they type on would have no keyboard any more.
  private static func requireNoKeyboard(_ node: TeachableNode, _ invocation: Invocation) {
    guard node.hasLetters, !invocation.flags.contains("keyboard") else { return }
    Terminal.fail(
      .failed,
      "\(node.node), '\(node.shownName)', says that it is a keyboard, so nothing was done: hwctl would take it for itself. "
        + "If it is a pedal or a pad that says so, add --keyboard. For chords on a keyboard that you type on, list it in the "
        + "preferences.")
  }

  // MARK: The presses

  private static func teach(_ node: TeachableNode, _ lesson: inout Lesson) {
    if access(node.node, R_OK | W_OK) != 0, errno == EACCES {
      Terminal.fail(.failed, NodeChoice.permission(node))
    }
    var client = ControlClient.connect()
    var request = ControlRequest(.learn)
    request.node = node.node
    client.send(request)
    let wantsEnter = isatty(STDIN_FILENO) == 1
    while !lesson.isComplete {
      guard client.wait(limit: idleLimit, or: wantsEnter ? [STDIN_FILENO] : []) == .ready else {
        Terminal.fail(
          .failed,
          "nothing was pressed for \(idleLimit.wholeMilliseconds / 1000) s, so nothing was kept. "
            + "Press each control, then Enter, or name them all with --controls.")
      }
      guard client.isReadable(withinMilliseconds: 0) else {
        _ = readLine()
        break
      }
      guard let step = client.receive()?.learning else { Terminal.fail(.noDaemon, "hwctld ended.") }
      switch step.kind {
      case .began:
        Terminal.complain(
          "press each control of '\(node.shownName)' once and hold it for a moment"
            + (wantsEnter ? "; Enter when all are done ..." : " ..."))
      case .pressed: break
      case .released: if let news = lesson.released(step) { Terminal.complain("  \(news)") }
      case .ended:
        Terminal.fail(
          .failed, "\(node.node) was unplugged, or everything was let go of; nothing was kept. Try again.")
      }
    }
    guard !lesson.controls.isEmpty else {
      Terminal.fail(
        .failed, "no control was pressed, so nothing was kept. Was it another of the device's nodes?")
    }
    let missing = lesson.missing.map(\.rawValue).joined(separator: ", ")
    if !missing.isEmpty { Terminal.fail(.failed, "not pressed: \(missing). Nothing was kept. Try again.") }
  }

  // MARK: What comes of it

  private static func profileIssues(_ directories: Directories, _ models: KnownModels) -> [ProfileIssue] {
    guard Files.exists(directories.profiles) else { return [] }
    do throws(ProfileError) {
      return try ProfileStore.validate(path: directories.profiles, models: models.bindableModels)
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }

  /// A profile with Controls that would be gone is not valid, and the daemon would refuse it as a whole.
  ///
  /// - Parameter issues: those that the new Controls bring.
  private static func requireValidProfiles(_ issues: [ProfileIssue], _ device: LearnedDevice) {
    guard !issues.isEmpty else { return }
    for issue in issues { Terminal.complain("profiles: \(issue)") }
    Terminal.fail(
      .failed,
      "your profiles would not be valid with these controls of \(device.model), so nothing was kept. Name them as before "
        + "with --controls, or unbind what is missing.")
  }

  private static func report(_ device: LearnedDevice, json: Bool) {
    let isReady = isReady(device)
    if json {
      return Terminal.print(
        json: TaughtAnswer(
          model: device.model.rawValue, product: device.product.description, name: device.name,
          controls: device.controls.map(\.id.rawValue), ready: isReady))
    }
    let first = device.controls.first?.id.rawValue ?? "CONTROL"
    Terminal.print(
      "'\(device.name)' is \(device.model) now"
        + (isReady ? " and ready.\n" : "; plug it in, or start hwctld, to use it.\n")
        + "Bind it: hwctl profiles bind \(first) localDictation --device \(device.model)\n")
  }

  /// Whether the daemon goes by it and has grabbed the Device.
  private static func isReady(_ device: LearnedDevice) -> Bool {
    guard var client = ControlClient.connectIfRunning() else { return false }
    client.send(ControlRequest(.follow))
    let end = ContinuousClock.now + adoptionLimit
    while client.wait(limit: ContinuousClock.now.duration(to: end)) == .ready {
      guard let status = client.receive()?.status else { return false }
      let controls = device.controls.map(\.id.rawValue)
      let isThere = status.devices.contains {
        $0.model == device.model.rawValue && $0.state == .ready
          && (device.template != nil || $0.controls == controls)
      }
      if isThere { return true }
    }
    return false
  }
}

private struct TaughtAnswer: Encodable {
  let model, product, name: String
  let controls: [String]
  let ready: Bool
}

/// The options of `hwctl devices learn`, read or refused.
private enum TeachOptions {
  /// Nil where the Controls get numbers.
  static func controls(_ invocation: Invocation) -> [ControlID]? {
    guard let text = invocation.values["controls"] else { return nil }
    let names = text.split(separator: ",").map(String.init)
    for name in names {
      let isSound =
        name.count <= 64 && name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }
      guard isSound else {
        Terminal.fail(
          .usage, "'\(name)' is no name for a control: use lower-case letters, digits and \"-\" (--controls)."
        )
      }
    }
    guard !names.isEmpty, Set(names).count == names.count, names.count <= ControlAddress.maximumControls
    else {
      Terminal.fail(
        .usage, "--controls needs 1 to \(ControlAddress.maximumControls) names, each once: left,center,right."
      )
    }
    return names.map(ControlID.init(rawValue:))
  }

  static func template(_ invocation: Invocation) -> ModelID? {
    guard let name = invocation.values["as"] else { return nil }
    let id = ModelID(rawValue: name)
    guard DeviceCatalogue.templates.contains(id) else {
      let known = DeviceCatalogue.templates.map(\.rawValue).joined(separator: ", ")
      Terminal.fail(.usage, "'\(name)' is no generic model (--as). Known: \(known).")
    }
    return id
  }
}
