/// How to run the speech worker, and how long to wait for it.
public struct SpeechConfiguration: Hashable, Sendable {
  public var workerPath: String
  public var workerArguments: [String]
  public var modelFolder: String
  public var policy = RecognitionPolicy()
  /// How long a result may take after `finish()`, beside the time that grows with the audio.
  public var decodeLimit: Duration = .seconds(5)
  /// Seconds more for each second of audio. Decoding takes 0.04 of it on an idle core; 1 leaves room for a slow, busy one.
  public var decodeLimitFactor: Double = 1
  /// How long the model may take to load. 0.75 s on an idle core; a cold disk and a busy one take ten times that.
  public var loadLimit: Duration = .seconds(30)
  /// How long a worker without a session keeps its 300 to 500 MB.
  public var idleExit: Duration = .seconds(300)
  /// How much audio may wait for the worker (10 min are 19 MB). Live audio waits only while the model loads or a
  /// segment is decoded; a recording given at once must be shorter than this.
  public var bufferLimit: Duration = .seconds(600)

  public init(workerPath: String, workerArguments: [String] = [], modelFolder: String) {
    self.workerPath = workerPath
    self.workerArguments = workerArguments
    self.modelFolder = modelFolder
  }

  /// How long a result may take after `finish()` for this much audio.
  func decodeLimit(forSamples count: Int) -> Duration {
    decodeLimit + .nanoseconds(Int64(Double(count) * 62_500 * decodeLimitFactor))
  }
}
