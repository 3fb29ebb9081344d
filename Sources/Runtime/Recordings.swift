internal import Domain
internal import Drivers
internal import HIDTransport
internal import Scenario

/// The recordings that clients are taking, each of one Device.
struct Recordings {
  private struct Recording {
    let device: DeviceID
    /// Nil while the Device is away.
    var handle: DeviceHandle?
    /// Nothing counts before what is down was told.
    var hasState = false
    var writer: RecordingWriter
  }

  private var recordings: [ControlServer.Client: Recording] = [:]

  var isEmpty: Bool { recordings.isEmpty }

  /// - Returns: the first lines.
  mutating func begin(
    _ client: ControlServer.Client, of device: DeviceDescriptor, taught: LearnedDevice?,
    at instant: MonotonicInstant
  ) -> [String] {
    let writer = RecordingWriter(
      title: "A recording of \(device.name.onOneLine)", model: device.model, taught: taught, start: instant)
    recordings[client] = Recording(device: device.id, handle: device.handle, writer: writer)
    return writer.header + [""]
  }

  mutating func end(_ client: ControlServer.Client) { recordings[client] = nil }

  // MARK: What happens, and the lines that it gives

  typealias Lines = [(client: ControlServer.Client, lines: [String])]

  mutating func note(_ record: RawRecord) -> Lines {
    change { recording in
      guard recording.handle == record.device else { return [] }
      if case .axes(let axes) = record.content { return recording.writer.lines(axes: axes) }
      if case .keysDown = record.content { recording.hasState = true }
      guard recording.hasState else { return [] }
      guard let input = ScenarioInput(record, device: RecordingWriter.deviceName) else { return [] }
      return recording.writer.line(input, at: record.instant).map { [$0] } ?? []
    }
  }

  mutating func attached(_ device: DeviceDescriptor, at instant: MonotonicInstant) -> Lines {
    change { recording in
      guard recording.device == device.id, recording.handle != device.handle else { return [] }
      var inputs: [ScenarioInput] = [.plug(device: RecordingWriter.deviceName)]
      // It went and came before anyone looked.
      if recording.handle != nil { inputs.insert(.unplug(device: RecordingWriter.deviceName), at: 0) }
      recording.handle = device.handle
      return inputs.compactMap { recording.writer.line($0, at: instant) }
    }
  }

  mutating func detached(_ device: DeviceID, at instant: MonotonicInstant) -> Lines {
    change { recording in
      guard recording.device == device, recording.handle != nil else { return [] }
      recording.handle = nil
      return recording.writer.line(.unplug(device: RecordingWriter.deviceName), at: instant).map { [$0] }
        ?? []
    }
  }

  mutating func missed(_ events: Int) -> Lines { change { [$0.writer.gap(events)] } }

  private mutating func change(_ body: (inout Recording) -> [String]) -> Lines {
    var all: Lines = []
    for client in recordings.keys {
      guard var recording = recordings[client] else { continue }
      let lines = body(&recording)
      recordings[client] = recording
      if !lines.isEmpty { all.append((client, lines)) }
    }
    return all
  }
}

extension ScenarioInput {
  /// Nil for what is no event.
  init?(_ record: RawRecord, device: String) {
    switch record.content {
    case .frame(let events): self = .frame(device: device, events)
    case .report(let bytes, let isNumbered): self = .report(device: device, bytes, isNumbered: isNumbered)
    case .keysDown(let keys): self = .dropped(device: device, keysDown: keys)
    case .axes: return nil
    }
  }
}
