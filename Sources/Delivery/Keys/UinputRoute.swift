/// Types a text on the kernel's virtual keyboard.
struct UinputRoute: TextRoute {
  /// The virtual keyboard, or why there is none.
  var keyboard: Result<VirtualKeyboard, DeliveryError>
  /// Read again for each text, since the layout may change.
  var keymap: KeymapSource
  /// The layout that the desktop types in; nil where it cannot be known.
  var desktop: WaylandLayout?
  var options: TypingOptions

  var name: RouteName { .typedKeys }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    switch typingPlan(text, for: target) {
    case .success: nil
    case .failure(let reason): reason
    }
  }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    switch (keyboard, typingPlan(text, for: target)) {
    case (.success(let keyboard), .success(let plan)):
      withoutActuallyEscaping(prove) { prove in
        withoutActuallyEscaping(isCancelled) { isCancelled in
          Typist(
            keys: UinputOutput(keyboard), options: options, backlog: target?.processID.flatMap(Backlog.init),
            prove: prove, isCancelled: isCancelled
          ).type(plan)
        }
      }
    case (.failure(let error), _): .kept(.noKeyboard(error))
    case (_, .failure(let reason)): .kept(reason)
    }
  }

  private func typingPlan(_ text: String, for target: Target?) -> Result<TypingPlan, KeptReason> {
    do {
      let keyboard = try keyboard.get()
      guard keyboard.waitUntilReady(timeout: options.readinessWait) else {
        return .failure(.keyboardNotReady)
      }
      return plan(text, for: target, capsLock: keyboard.capsLockIsOn)
    } catch {
      return .failure(.noKeyboard(error))
    }
  }

  private func plan(_ text: String, for target: Target?, capsLock: Bool) -> Result<TypingPlan, KeptReason> {
    do {
      return try currentKeymap().fitting(target).plan(for: text, capsLock: capsLock)
        .mapError { .untypeable(count: $0.count) }
    } catch {
      return .failure(.noKeymap(error))
    }
  }

  /// A layout that the user has chosen in the preferences stands above what the desktop says.
  func currentKeymap() throws(DeliveryError) -> Keymap {
    if case .automatic(let layout) = keymap, layout.layout == nil, !KeymapSource.kernelReadsKeyboards,
      let followed = try desktop?.keymap()
    {
      return followed
    }
    return try keymap.read()
  }
}
