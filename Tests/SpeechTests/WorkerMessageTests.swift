import Models
import Testing

@testable import Speech

@Suite struct WorkerMessageTests {
  @Test(arguments: [
    WorkerRequest.load(
      WorkerRequest.Load(
        modelFolder: "/models/ä \"b\"", policy: RecognitionPolicy(cutsAtPauses: false, language: "de"))),
    .begin(0xfedc_ba98),
    .audio([0, 1, -1, .max, .min, 258]), .audio([]), .finish(1), .cancel(.max),
  ])
  func `every request survives the wire`(request: WorkerRequest) throws {
    var decoder = FrameDecoder()
    let frames = try decoder.frames(adding: request.frame.bytes)
    #expect(try frames.map { try WorkerRequest($0) } == [request])
  }

  @Test(arguments: [
    WorkerReply.ready(WorkerReply.Ready(model: ModelIdentity(id: "m", version: "1"), loadMilliseconds: 750)),
    .result(
      WorkerReply.Result(
        session: 3, audioSamples: 10, speechSamples: 5,
        segments: [WorkerReply.Segment(start: 0, end: 10, text: "naïve “text”")],
        words: [DecodedSpeech.Word(text: "naïve", start: 1, end: 4)], language: "fr", retried: true,
        dropped: ["[Music]"])),
    .provisional(WorkerReply.Provisional(session: 9, text: "naïve")),
    .failure(WorkerReply.Failure(code: .modelDamaged, message: "why")),
  ])
  func `every reply survives the wire`(reply: WorkerReply) throws {
    #expect(try WorkerReply(reply.frame) == reply)
  }

  @Test func `samples go out in little-endian`() {
    #expect(WorkerRequest.audio([1, -2]).frame.payload == [1, 0, 0xfe, 0xff])
  }

  @Test(arguments: [
    (Frame(kind: 0), WireError.unknownKind(0)), (Frame(kind: 129), .unknownKind(129)),
    (Frame(kind: 2, payload: [1, 2, 3]), .badPayload(2)), (Frame(kind: 3, payload: [1]), .badPayload(3)),
    (Frame(kind: 4), .badPayload(4)), (Frame(kind: 5, payload: [1, 2, 3, 4, 5]), .badPayload(5)),
    (Frame(kind: 1, payload: Array("{}".utf8)), .badPayload(1)),
  ])
  func `a request that is none is refused`(frame: Frame, error: WireError) {
    #expect(throws: error) { try WorkerRequest(frame) }
  }

  @Test(arguments: [
    (Frame(kind: 1), WireError.unknownKind(1)),
    (Frame(kind: 131, payload: Array(#"{"code":"unheardOf","message":""}"#.utf8)), .badPayload(131)),
    (Frame(kind: 130, payload: [0xff]), .badPayload(130)),
  ])
  func `a reply that is none is refused`(frame: Frame, error: WireError) {
    #expect(throws: error) { try WorkerReply(frame) }
  }

  @Test func `a result joins the texts of its segments by one space, leaving out the empty ones`() {
    let segments = ["One.", "", "Two."].map { WorkerReply.Segment(start: 0, end: 1, text: $0) }
    let result = WorkerReply.Result(
      session: 1, audioSamples: 3, speechSamples: 3, segments: segments, retried: false)
    #expect(result.text == "One. Two.")
  }
}
