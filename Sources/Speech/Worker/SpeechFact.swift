/// What has happened to the worker and its session.
enum SpeechFact: Hashable {
  case wakeAsked
  case sessionBegun(UInt32)
  case audioAppended(UInt32, samples: Int)
  case sessionFinished(UInt32)
  case sessionCancelled(UInt32)
  /// More audio waits than may.
  case queueOverflowed(UInt32)
  case workerStarted
  case workerNotStarted(SpeechError)
  case workerReplied(WorkerReply)
  /// Its socket is closed, or what came from it is no message.
  case workerLost(SpeechError)
  case timePassed
  case shutDownAsked
}

/// What is to be done about it, in order.
enum SpeechEffect: Hashable {
  /// Answered by `workerStarted` or `workerNotStarted`.
  case startWorker
  /// Never `audio`: the samples of the fact are sent by `sendAudio`.
  case send(WorkerRequest)
  case sendAudio
  /// Kills and reaps the process, drops what waits for it.
  case endWorker
  case announce(UInt32, RecognitionEvent)
}
