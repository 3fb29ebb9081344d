import Domain
import Testing

@testable import Profiles

@Suite struct RoundTripTests {
  @Test func `two thousand random envelopes come back as they were written`() {
    let format = SettingsFormat<ProfileEnvelope>.profiles(knownModels)
    for seed in 0..<2000 as Range<UInt64> {
      var envelopes = RandomEnvelopes(seed: seed)
      let envelope = envelopes.next()
      guard case .sound(let tree, 2) = SettingsTree.judge(format.bytes(of: envelope), format.migrations)
      else {
        Issue.record("seed \(seed): what was written is no settings file")
        continue
      }
      let (read, issues) = format.decode(tree)
      #expect(read == envelope && issues == [], "seed \(seed): \(issues)")
    }
  }

  /// Cuts, swaps and doubles: whatever becomes of a file, it is read or refused, and nothing traps.
  @Test func `damaged texts are read or refused, and never end the program`() {
    let format = SettingsFormat<ProfileEnvelope>.profiles(knownModels)
    for seed in 0..<400 as Range<UInt64> {
      var envelopes = RandomEnvelopes(seed: seed)
      var bytes = format.bytes(of: envelopes.next())
      let place = Int(seed * 7919) % bytes.count
      switch seed % 4 {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8(truncatingIfNeeded: seed)
      case 2: bytes.swapAt(place, bytes.count - 1 - place)
      default: bytes.insert(contentsOf: bytes[..<place], at: place)
      }
      for issue in ProfileStore.validate(bytes: bytes, models: knownModels) {
        #expect(!issue.problem.isEmpty)
      }
    }
  }

  @Test func `a binding is one line in the file`() {
    let text = String(
      decoding: SettingsFormat<ProfileEnvelope>.profiles(knownModels).bytes(of: .standard), as: UTF8.self)
    #expect(
      text == """
        {
          "schemaVersion": 2,
          "activeProfile": "default",
          "profiles": [
            {
              "id": "default",
              "name": "Dictation pedal",
              "devices": [
                {
                  "match": {"model": "vec-infinity"},
                  "bindings": [
                    {"control": "left", "mode": "hold", "action": {"type": "none"}},
                    {"control": "center", "mode": "hold", "action": {"type": "localDictation"}},
                    {"control": "right", "mode": "hold", "action": {"type": "none"}}
                  ]
                }
              ]
            }
          ]
        }

        """)
  }
}
