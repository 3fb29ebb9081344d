internal import BindingEngine
public import ControlProtocol
internal import Dictation
internal import Domain
public import HIDTransport

/// What people can see of the daemon, gathered from events.
struct RuntimeState: Sendable {
  var profile: String
  private let version: String
  private let processID: Int32
  private var devices: [DeviceID: DeviceStatus] = [:]
  /// By node path.
  private var blocked: [String: DeviceStatus] = [:]
  /// The newest session that has not ended.
  private var current: (generation: Int, phase: StatusReport.Phase)?
  private var last: LastSession?

  init(version: String, processID: Int32, profile: String) {
    self.version = version
    self.processID = processID
    self.profile = profile
  }

  mutating func note(_ event: RuntimeEvent) {
    switch event {
    case .attached(let device):
      devices[device.id] = DeviceStatus(
        id: device.id.rawValue, model: device.model.rawValue, name: device.name, state: .ready, problem: nil)
    case .detached(let id): devices[id] = nil
    case .blocked(let node): blocked[node.node] = DeviceStatus(node)
    case .unblocked(let node): blocked[node] = nil
    case .control, .activeActionsChanged, .session, .request, .clientLeft, .componentsChanged,
      .settingsChanged, .switchProfile, .panicked:
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

  func report(components: [ComponentStatus], activeActions: [ActionKind]) -> StatusReport {
    StatusReport(
      daemonVersion: version, processID: processID, phase: current?.phase ?? .idle, activeProfile: profile,
      devices: (Array(devices.values) + Array(blocked.values)).sorted { $0.id < $1.id },
      components: components,
      activeActions: activeActions.map(\.rawValue), lastSession: last)
  }
}

extension DeviceStatus {
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
      case .draining, .settling: .finalizing
      case .delivering, .storing: .delivering
      case .ended: .idle
      }
  }
}
