/// Standard output or a file.
struct SinkRoute: TextRoute {
  /// The file's path; nil for standard output.
  var path: String?

  var name: RouteName { path == nil ? .standardOutput : .file }

  func plan(_ text: String, for target: Target?) -> KeptReason? { nil }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    do throws(DeliveryError) {
      if let path {
        try TextSink.append(text, to: path)
      } else {
        try TextSink.writeToStandardOutput(text)
      }
      return .written
    } catch {
      return .kept(.sinkFailed(error))
    }
  }
}
