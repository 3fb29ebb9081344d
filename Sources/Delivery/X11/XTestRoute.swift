/// Types a text through the X server's test extension: characters of the current layout only.
///
/// Others would need keys to be given a new meaning while programs read them, which comes out wrong (measured).
struct XTestRoute: TextRoute {
  private let connection: X11Connection
  private let keys: XTestKeys
  private let options: TypingOptions

  /// - Throws: `noDisplay`.
  init(_ connection: X11Connection, options: TypingOptions) throws(DeliveryError) {
    self.connection = connection
    self.options = options
    keys = try XTestKeys(connection)
  }

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
    case .success(let plan):
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

  private func typingPlan(_ text: String, for target: Target?) -> Result<TypingPlan, KeptReason> {
    do throws(DeliveryError) {
      // Its base state has Caps Lock in it already.
      return Keymap(try connection.keymap()).fitting(target).plan(for: text)
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
