internal import BindingSimulation
internal import Glibc

// `make soak`: the binding machine by the million. HWCTL_SOAK_EVENTS, HWCTL_SOAK_STATES and HWCTL_SOAK_SEED vary it.

func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

/// At once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

func seconds(_ work: () -> Void) -> Double {
  let duration = ContinuousClock().measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

let events = Int(number("HWCTL_SOAK_EVENTS") ?? 10_000_000)
let seed = number("HWCTL_SOAK_SEED") ?? UInt64.random(in: 0..<1 << 32)
say("seed \(seed): HWCTL_SOAK_SEED=\(seed) make soak plays the same")

var problem: String?
let simulated = seconds { problem = Soak.simulate(events: events, seed: seed) { say($0) } }
say("\(events) events in \(simulated) s: \(Int(Double(events) / simulated)) a second")
if problem == nil {
  let explored = seconds {
    problem = Soak.explore(limit: Int(number("HWCTL_SOAK_STATES") ?? 200_000)) { say($0) }
  }
  say("explored in \(explored) s")
}
if let problem { say("FAILED: \(problem)") }
exit(problem == nil ? 0 : 1)
