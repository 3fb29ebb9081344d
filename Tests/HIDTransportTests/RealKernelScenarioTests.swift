import BindingEngine
import Domain
import Foundation
import Glibc
import Scenario
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Scenarios")

private func scenarioNames() -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.filter { $0.hasSuffix(".scenario") }.sorted()
}

private func load(named name: String) throws -> Scenario {
  try Scenario.parse(String(contentsOf: folder.appending(path: name), encoding: .utf8))
}

/// The third runner of the scenario files: pedals of the real kernel, the input thread and the daemon's hot path, with an
/// executor that writes down. Needs root and /dev/uhid, as in the virtual machine of the real-kernel lane.
///
/// Times are not kept: a line is played when everything that came of the line before is there.
@Suite("RealKernelScenario", .serialized, .enabled(if: access("/dev/uhid", W_OK) == 0))
struct RealKernelScenarioTests {
  /// What a real pedal cannot be made to show, and why.
  private static let notOnAKernel = [
    "kept-hold.scenario": "an overflow of the kernel's queue cannot be placed between two events",
    "lost-release.scenario": "an overflow of the kernel's queue cannot be placed between two events",
    "unplug-while-held.scenario":
      "the input thread releases before it detaches, so the reason is another: see unplug-frames.scenario",
  ]

  @Test(arguments: scenarioNames().filter { notOnAKernel[$0] == nil })
  func everyScenarioHoldsOnTheRealKernel(name: String) throws {
    let scenario = try load(named: name)
    let bench = try ScenarioBench(scenario)
    defer { bench.stop() }
    var check = ScenarioCheck()
    for device in scenario.devices where device.isPlugged { try bench.play(.plug(device: device.name)) }
    check.observe(bench.effects.take(), at: .zero)
    for line in scenario.lines {
      check.reach(line)
      guard case .input(let input) = line.event else { continue }
      try bench.play(input)
      check.observe(bench.effects.take(), at: line.time)
    }
    check.finish()
    #expect(check.failures == [])
    #expect(bench.log.rest == [], "nothing came that no line has caused")
  }

  @Test func whatIsLeftOutIsKnownAndFew() throws {
    for name in scenarioNames() {
      let overflows = try load(named: name).lines.contains { line in
        if case .input(.dropped) = line.event { true } else { false }
      }
      #expect(!overflows || Self.notOnAKernel[name] != nil, "\(name)")
    }
    let played = scenarioNames().filter { Self.notOnAKernel[$0] == nil }.count
    print("scenarios on the real kernel: \(played) played, \(scenarioNames().count - played) left out")
    #expect(Self.notOnAKernel.count == 3)
    #expect(played >= 20)
  }
}
