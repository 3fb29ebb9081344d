import DesktopTesting
import Glibc
import Testing

@testable import Delivery

/// Real applications on a desktop of their own.
@Suite(
  .serialized, .enabled(if: AccessibleSession.isInstalled, "\(AccessibleSession.need)"),
  .timeLimit(.minutes(3)))
struct RealAccessibilityTests {
  typealias Place = (toolkit: Editable.Toolkit, widget: Editable.Widget, isMultiline: Bool)

  static let places: [Place] = [
    (.gtk3, .entry, false), (.gtk3, .view, true), (.gtk4, .entry, false), (.gtk4, .view, true),
    (.qt5, .entry, false), (.qt5, .view, true), (.qt5, .plain, true), (.qt6, .entry, false),
    (.qt6, .view, true),
  ].filter { $0.toolkit.isInstalled }

  static let texts = [
    "plain words", "Grüße, 12 € für Ærøskøbing", "👍🏽 and 👨‍👩‍👧‍👦 and 🇩🇪", "e\u{301}te\u{301} n\u{303}",
    "שלום עולם, مرحبا",
  ]

  @Test(arguments: places)
  func `a text stands exactly where the caret is, and the caret behind it`(place: Place) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(place.toolkit, place.widget)
    let before = "ä😀b"
    for text in Self.texts {
      for caret in 0...3 {
        try await program.tell(Editable.Order(text: before, caret: caret))
        let target = try await desk.target()
        try #require(target.role == .text)
        #expect(target.isMultiline == place.isMultiline)
        #expect(target.certainty == .verified)
        #expect(target.processID == program.program.process)
        let scalars = Array(before.unicodeScalars)
        #expect(target.nearbyText == scalars[..<caret].text)
        #expect(await desk.deliver(text, to: target) == .inserted)
        let state = try await program.tell()
        #expect(state.text == scalars[..<caret].text + text + scalars[caret...].text)
        #expect(state.caret == caret + text.unicodeScalars.count)
      }
    }
  }

  /// The figures are for people; what is checked is that a capture fits far into its limit.
  @Test(arguments: places.filter { $0.widget == .entry })
  func `capture and insertion take milliseconds`(place: Place) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(place.toolkit, place.widget)
    var captures: [Duration] = []
    var insertions: [Duration] = []
    for _ in 0..<100 {
      try await program.tell(Editable.Order(text: "before", caret: 6))
      let start = ContinuousClock.now
      let target = try await desk.target()
      captures.append(start.duration(to: .now))
      let middle = ContinuousClock.now
      #expect(await desk.deliver("some words", to: target) == .inserted)
      insertions.append(middle.duration(to: .now))
    }
    for (name, times) in [("capture", captures.sorted()), ("insertion", insertions.sorted())] {
      print("\(place.toolkit) \(name): p50 \(times[50]), p95 \(times[95])")
    }
    #expect(captures.sorted()[50] < TargetOptions().totalLimit / 4)
  }

  @Test(arguments: places.filter { $0.isMultiline })
  func `lines stay lines`(place: Place) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(place.toolkit, place.widget)
    #expect(try await desk.deliver("one\n\n- two\n- three") == .inserted)
    #expect(try await program.tell().text == "one\n\n- two\n- three")
  }
}

extension Collection<Unicode.Scalar> {
  fileprivate var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: self)
    return String(text)
  }
}
