internal import BindingEngine
public import ControlProtocol
internal import Dictation
internal import Domain
public import HIDTransport

/// What people can see of the daemon, gathered from events.
struct RuntimeState: Sendable {
  private let version: String
  private let processID: Int32
  private var attached: [DeviceID: DeviceDescriptor] = [:]
  /// By node path.
  private var blocked: [String: DeviceStatus] = [:]
  /// The newest session that has not ended.
  private var current: (generation: Int, phase: StatusReport.Phase)?
  private var last: LastSession?

  init(version: String, processID: Int32) {
    self.version = version
    self.processID = processID
  }

  mutating func note(_ event: RuntimeEvent) {
    switch event {
    case .attached(let device, _): attached[device.id] = device
    case .detached(let id, _): attached[id] = nil
    case .blocked(let node): blocked[node.node] = DeviceStatus(node)
    case .unblocked(let node): blocked[node] = nil
    case .control, .action, .chord, .raw, .learning, .activeActionsChanged, .session, .request, .clientLeft,
      .componentsChanged, .settingsChanged, .switchProfile, .panicked:
      break
    }
  }

  mutating func note(_ report: SessionReport) {
    if case .ended(let ending, let failure) = report.step {
      last = LastSession(id: report.session.rawValue, outcome: ending.rawValue, problem: failure?.message)
      if current?.generation == report.generation { current = nil }
    } else if current.map({ $0.generation <= report.generation }) ?? true {
      // By generation: the ids of two sessions of one second are in no order.
      current = (report.generation, StatusReport.Phase(report.state))
    }
  }

  /// The Devices that are ready, in the order of their ids.
  var devices: [DeviceDescriptor] { attached.values.sorted { $0.id < $1.id } }

  /// Two of one product that are known by their ports only, or that say the same of themselves.
  private func isAmbiguous(_ device: DeviceDescriptor) -> Bool {
    device.isAmbiguous
      || device.id.isByPort
        && devices.contains { $0.product == device.product && $0.id != device.id && $0.id.isByPort }
  }

  func report(
    profile: Profile?, components: [ComponentStatus], actions: [ActionStatus], activeActions: [ActionKind]
  ) -> StatusReport {
    let moved = MovedUnit.find(configurations: profile?.devices ?? [], connected: devices)
    let ready = devices.map { device in
      DeviceStatus(
        device, isAmbiguous: isAmbiguous(device),
        movedFrom: moved.first { $0.connected == device.id }?.bound)
    }
    return StatusReport(
      daemonVersion: version, processID: processID, phase: current?.phase ?? .idle,
      activeProfile: profile?.id ?? "",
      devices: (ready + Array(blocked.values)).sorted { $0.id < $1.id },
      components: components, actions: actions,
      activeActions: activeActions.map(\.rawValue), lastSession: last)
  }
}

extension DeviceStatus {
  fileprivate init(_ device: DeviceDescriptor, isAmbiguous: Bool, movedFrom: DeviceID?) {
    self.init(
      id: device.id.rawValue, model: device.model.rawValue, name: device.name, state: .ready, problem: nil,
      controls: device.controls.map(\.rawValue), isAmbiguous: isAmbiguous, movedFrom: movedFrom?.rawValue)
  }

  public init(_ node: BlockedDevice) {
    let state: State =
      switch node.reason {
      case .busy: .busy
      case .permissionDenied: .permissionDenied
      case .keysHeld: .held
      case .failed: .failed
      }
    self.init(
      id: "\(node.product)@\(node.node)", model: node.model.rawValue, name: node.name, state: state,
      problem: node.message)
  }
}

extension StatusReport.Phase {
  init(_ state: SessionState) {
    self =
      switch state {
      case .opening: .opening
      case .listening: .listening
      case .draining, .settling, .storing: .finalizing
      case .refining: .refining
      case .delivering: .delivering
      case .ended: .idle
      }
  }
}
