import ControlProtocol
import Domain
import Testing

@Suite struct LessonTests {
  private func step(scan: UInt32?, code: UInt16, isTapOnly: Bool = false) -> LearningStep {
    var step = LearningStep(.released)
    (step.scanCode, step.keyCode, step.isTapOnly) = (scan, code, isTapOnly)
    return step
  }

  @Test func `controls get their names in the order of the presses, each key once`() {
    var lesson = Lesson(names: ["left", "right"])
    #expect(lesson.released(step(scan: 0x70004, code: 30)) == "left")
    #expect(lesson.released(step(scan: 0x70004, code: 99)) == nil)
    #expect(!lesson.isComplete && lesson.missing == ["right"])
    #expect(lesson.released(step(scan: nil, code: 48)) == "right")
    #expect(lesson.isComplete && lesson.missing == [])
    #expect(lesson.released(step(scan: nil, code: 49)) == nil)
    #expect(lesson.controls.map(\.keyCode) == [30, 48])
  }

  @Test func `without names they get numbers`() {
    var lesson = Lesson(names: nil)
    for code in UInt16(1)...3 { _ = lesson.released(step(scan: nil, code: code)) }
    #expect(lesson.controls.map(\.id) == ["control-1", "control-2", "control-3"])
    #expect(!lesson.isComplete)
  }

  @Test func `a key that was held once can be held, whatever came before`() {
    var lesson = Lesson(names: ["left"])
    #expect(lesson.released(step(scan: 1, code: 30, isTapOnly: true))?.contains("--mode toggle") == true)
    #expect(lesson.controls[0].isTapOnly)
    var second = Lesson(names: nil)
    _ = second.released(step(scan: 1, code: 30, isTapOnly: true))
    #expect(second.released(step(scan: 1, code: 30)) == "control-1 can be held after all")
    #expect(!second.controls[0].isTapOnly)
  }
}
