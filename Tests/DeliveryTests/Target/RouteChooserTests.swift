import Testing

@testable import Delivery

@Suite struct RouteChooserTests {
  static func target(
    _ certainty: Target.Certainty = .verified, _ role: TargetRole? = .text, _ toolkit: Toolkit? = .gtk3,
    multiline: Bool? = true, caret: Int? = 0
  ) -> Target {
    var target = Target(role: role, isMultiline: multiline, certainty: certainty)
    target.lease.object = toolkit.map {
      ObjectLease(object: AccessibleObject(owner: ":1.5", path: "/a"), toolkit: $0, caret: caret)
    }
    return target
  }

  static let terminal = target(.window, .terminal, nil, multiline: false)
  static let automatic: [(Target?, [RouteKind])] = [
    (target(), [.accessibility, .keys, .clipboard]),
    (target(.verified, .text, .qt), [.accessibility, .keys, .clipboard]),
    // Answers that it has inserted, and has not.
    (target(.verified, .text, .gecko), [.keys, .clipboard]),
    (target(.verified, .document, .chromium), [.keys, .clipboard]),
    (target(.verified, .text, .gtk3, caret: nil), [.keys, .clipboard]),
    (target(.verified, .terminal, .gtk3), [.keys, .clipboard]),
    (target(.window, .other, .gtk3), [.keys, .clipboard]), (terminal, [.keys, .clipboard]),
    (.unverified, [.keys, .clipboard]), (nil, [.keys, .clipboard]),
  ]

  @Test(arguments: automatic)
  func `the best way comes first`(target: Target?, kinds: [RouteKind]) {
    let chooser = RouteChooser(preference: .automatic)
    #expect(chooser.candidates(for: "words", target) == .success(kinds))
  }

  static let chosen: [(DeliveryRoute, Target?, Result<[RouteKind], KeptReason>)] = [
    (.typedKeys, target(), .success([.keys])), (.clipboard, target(), .success([.clipboard])),
    (.accessibility, target(), .success([.accessibility])), (.accessibility, nil, .failure(.notAccessible)),
    (.accessibility, target(.verified, .text, .gecko), .failure(.notAccessible)),
    (.standardOutput, nil, .success([.sink])), (.file(path: "/t"), terminal, .success([.sink])),
  ]

  @Test(arguments: chosen)
  func `a way that the user has chosen is the only one`(
    preference: DeliveryRoute, target: Target?, choice: Result<[RouteKind], KeptReason>
  ) {
    #expect(RouteChooser(preference: preference).candidates(for: "words", target) == choice)
  }

  @Test func `what cannot be seen is kept where the user wants it so, and sinks are no target`() {
    func choice(_ preference: DeliveryRoute, _ target: Target?) -> Result<[RouteKind], KeptReason> {
      RouteChooser(preference: preference, unverified: .keep).candidates(for: "words", target)
    }
    #expect(choice(.automatic, .unverified) == .failure(.target(.unverified)))
    #expect(choice(.typedKeys, nil) == .failure(.target(.unverified)))
    #expect(choice(.automatic, Self.terminal) == .success([.keys, .clipboard]))
    #expect(choice(.standardOutput, nil) == .success([.sink]))
  }

  @Test func `a line end never reaches a place with one line`() {
    let chooser = RouteChooser(preference: .automatic)
    for end in ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{0B}"] {
      #expect(chooser.candidates(for: "a\(end)b", Self.terminal) == .failure(.lineBreak))
      #expect(chooser.candidates(for: "a\(end)b", Self.target()) != .failure(.lineBreak))
    }
    #expect(chooser.candidates(for: "a\tb", Self.terminal) != .failure(.lineBreak))
  }

  @Test func `of several obstacles that of the keys is told`() {
    #expect(
      RouteChooser.reason([
        (.accessibility, .notAccessible), (.keys, .untypeable(count: 2)), (.clipboard, .noRoute),
      ]) == .untypeable(count: 2))
    #expect(RouteChooser.reason([(.accessibility, .notAccessible)]) == .notAccessible)
    #expect(RouteChooser.reason([]) == .noRoute)
  }
}
