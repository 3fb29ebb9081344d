import Testing

@testable import Speech

@Suite struct SpeechRecordingTests {
  private func recording(_ engine: ScriptedEngine, _ policy: RecognitionPolicy = RecognitionPolicy())
    -> SpeechRecording
  {
    SpeechRecording(session: 1, engine: engine, policy: policy)
  }

  private func result(
    _ engine: ScriptedEngine, _ samples: [Int16], _ policy: RecognitionPolicy = RecognitionPolicy()
  ) -> WorkerReply.Result {
    let recording = recording(engine, policy)
    recording.append(samples)
    return recording.finish()
  }

  @Test func `a short dictation is decoded once, without the silence around it`() {
    let engine = ScriptedEngine(texts: ["Hello there world."])
    let result = result(engine, audio((0, 2), (2, 3)))
    #expect(result.text == "Hello there world.")
    #expect(engine.resets == 1)
    #expect(engine.lengths.count == 1)
    // 2 s of speech, 0.2 s before and after, and what the detector's lag adds.
    #expect((2.2...2.6).contains(Double(engine.lengths[0]) / 16_000))
    #expect(result.segments.count == 1)
  }

  @Test func `speech is decoded at each long pause, and the texts stand one after the other`() {
    let engine = ScriptedEngine(texts: [
      "One two three four five six seven eight nine ten.", "Eleven twelve thirteen.",
    ])
    let result = result(engine, audio((9, 1), (4, 0.2)))
    #expect(result.text == "One two three four five six seven eight nine ten. Eleven twelve thirteen.")
    #expect(result.segments.count == 2)
  }

  @Test func `a text that was decoded at a pause is not decoded again when the recording ends there`() throws
  {
    let engine = ScriptedEngine(texts: ["Said already, as it seems."])
    let recording = recording(engine)
    recording.append(audio((3, 0.4)))
    let segment = try #require(recording.speculation)
    #expect(recording.speculate(segment) == "Said already, as it seems.")
    #expect(recording.speculation == nil, "once is enough")
    recording.append(audio((0, 0.1)))
    #expect(recording.finish().text == "Said already, as it seems.")
    #expect(engine.lengths.count == 1)
  }

  @Test func `a text that was decoded at a pause is dropped when speech goes on`() throws {
    let engine = ScriptedEngine(texts: ["Said only half.", "Said only half of what there was to say."])
    let recording = recording(engine)
    recording.append(audio((2, 0.4)))
    _ = recording.speculate(try #require(recording.speculation))
    recording.append(audio((2, 0)))
    #expect(recording.finish().text == "Said only half of what there was to say.")
  }

  @Test func `provisional text holds all that was said before`() throws {
    let engine = ScriptedEngine(
      texts: ["One two three four five six seven eight nine ten.", "Eleven and twelve."])
    let recording = recording(engine)
    recording.append(audio((9, 1), (3, 0.4)))
    #expect(
      recording.speculate(try #require(recording.speculation))
        == "One two three four five six seven eight nine ten. Eleven and twelve.")
  }

  @Test func `speech that is cut off close to its end gets a tenth of a second of silence`() {
    let engine = ScriptedEngine { _, samples in
      DecodedSpeech(text: samples.suffix(1_600).allSatisfy { $0 == 0 } ? "padded" : "not padded")
    }
    #expect(result(engine, audio((1, 0))).text == "padded")
    #expect(engine.lengths[0] == 16_000 + 1_600)
  }

  @Test func `an empty text for speech is asked for again with another beginning`() {
    let engine = ScriptedEngine(texts: ["", "Here it is."])
    let result = result(engine, audio((1, 0.5)))
    #expect(result.text == "Here it is.")
    #expect(result.retried)
    #expect(engine.lengths[1] == engine.lengths[0] + 4_800)
  }

  @Test(arguments: [
    "29340.",
    "one two three four five six seven eight nine ten one two three four five six seven eight nine ten eleven twelve "
      + "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty alpha beta gamma delta epsilon zeta eta "
      + "theta iota kappa lambda mu nu xi omicron pi",
    "of spring of spring of spring of spring",
  ])
  func `a text that does not fit its speech is decoded in parts`(text: String) {
    let engine = ScriptedEngine(texts: [text, "The first part of it is this.", "And the second one is that."])
    let result = result(engine, audio((3, 0.5), (3, 0.3)), RecognitionPolicy(cutsAtPauses: false))
    #expect(result.text == "The first part of it is this. And the second one is that.")
    #expect(engine.lengths.count == 3)
    #expect(engine.lengths[1] + engine.lengths[2] == engine.lengths[0])
  }

  @Test func `a slow speaker keeps the whole text`() {
    let engine = ScriptedEngine(texts: ["Slow.", "Slo.", "W."])
    #expect(result(engine, audio((3, 0.5), (3, 0.3))).text == "Slow.")
  }

  @Test func `a loop that the parts do not end is ended by another beginning`() {
    let loop = "fail better fail better fail better fail better"
    let engine = ScriptedEngine { decode, samples in
      DecodedSpeech(
        text: samples.prefix(4_800).allSatisfy { $0 == 0 } ? "Try again and fail better this time." : loop)
    }
    #expect(result(engine, audio((3, 0.5), (3, 0.3))).text == "Try again and fail better this time.")
  }

  @Test func `what an engine writes for a click is dropped and told`() {
    let engine = ScriptedEngine(texts: ["Thank you."])
    let click = result(engine, audio((0, 1), (0.06, 1)))
    #expect(click.text == "")
    #expect(click.dropped == ["Thank you."])
    #expect(result(ScriptedEngine(texts: ["Thank you."]), audio((0, 1), (0.6, 1))).text == "Thank you.")
  }

  @Test func `without the detector everything is decoded and nothing is dropped`() {
    let engine = ScriptedEngine(texts: ["Thank you."])
    let result = result(engine, audio((0, 5)), RecognitionPolicy(detectsSpeech: false))
    #expect(result.text == "Thank you.")
    #expect(engine.lengths == [80_000])
  }

  @Test func `without the detector a long recording is cut for its length alone`() {
    let engine = ScriptedEngine(texts: [])
    let result = result(engine, audio((0, 120)), RecognitionPolicy(detectsSpeech: false))
    #expect(result.segments.count >= 5)
    #expect(engine.lengths.reduce(0, +) == 120 * 16_000)
  }

  @Test func `times of words count from the beginning of the recording`() throws {
    let engine = ScriptedEngine { _, samples in
      DecodedSpeech(
        text: "word",
        words: [DecodedSpeech.Word(text: "word", start: 3_200, end: samples.count)], language: "en")
    }
    let result = result(engine, audio((0, 2), (1, 1)))
    #expect(result.language == "en")
    let word = try #require(result.words.first)
    // 0.2 s into what is decoded, which begins 0.2 s and the detector's lag before the speech.
    #expect(abs(word.start - 2 * 16_000) < 2_600)
    #expect(word.end <= 4 * 16_000)
  }

  @Test func `twenty minutes hold no more samples than one segment`() {
    let engine = ScriptedEngine(texts: [])
    let recording = recording(engine)
    var most = 0
    for _ in 0..<1_200 {
      recording.append(audio((0.8, 0.2)))
      most = max(most, recording.heldSamples)
    }
    #expect(recording.finish().audioSamples == 1_200 * 16_000)
    #expect(most <= SegmentCutter.limitWindows * SegmentCutter.windowSamples + 16_000)
  }
}
