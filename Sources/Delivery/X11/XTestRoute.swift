/// Types a text through the X server's test extension: characters of the current layout only.
///
/// Others would need keys to be given a new meaning while programs read them, which comes out wrong (measured).
struct XTestRoute: TextRoute {
  var link: X11Link
  var options: TypingOptions

  var name: RouteName { .xTest }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    switch typingPlan(text, for: target) {
    case .success: nil
    case .failure(let reason): reason
    }
  }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    // Read again: the layout may have been switched since `plan`.
    switch typingPlan(text, for: target) {
    case .failure(let reason): .kept(reason)
    case .success(let (keys, plan)):
      withoutActuallyEscaping(prove) { prove in
        withoutActuallyEscaping(isCancelled) { isCancelled in
          Typist(
            keys: keys, options: options, backlog: target?.processID.flatMap(Backlog.init), prove: prove,
            isCancelled: isCancelled
          ).type(plan)
        }
      }
    }
  }

  private func typingPlan(
    _ text: String, for target: Target?
  ) -> Result<(XTestKeys, TypingPlan), KeptReason> {
    do throws(DeliveryError) {
      let connection = try link.connection()
      let keys = try XTestKeys(connection)
      // Its base state has Caps Lock in it already.
      return Keymap(try connection.keymap()).fitting(target).plan(for: text).map { (keys, $0) }
        .mapError { .untypeable(count: $0.count) }
    } catch {
      return .failure(.noKeymap(error))
    }
  }
}

extension TypingOptions {
  /// The server keeps what a program has not read yet, so that nothing is lost at 1,000 keys a second (measured).
  var forXTest: TypingOptions {
    var options = self
    options.keyDelay = .milliseconds(1)
    return options
  }
}
