import Refinement
import Testing

@Suite struct LocalityPolicyTests {
  @Test(arguments: RefinerIdentity.Locality.allCases)
  func localOnlyModeRefusesWhatCouldSendTextAway(locality: RefinerIdentity.Locality) {
    let identity = RefinerIdentity(provider: "any", model: "any", locality: locality)
    #expect(LocalityPolicy().admits(identity) == (locality != .remoteCapable))
    #expect(LocalityPolicy(localOnly: false).admits(identity))
  }
}
