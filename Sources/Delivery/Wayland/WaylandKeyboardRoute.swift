internal import Domain
internal import SystemCalls

/// Types any text on the virtual keyboard of a wlroots compositor, with a keymap made for the text.
///
/// It needs neither the user's layout nor its group, and no kernel queue can overflow on the way.
struct WaylandKeyboardRoute: TextRoute {
  var thread: DisplayThread<WaylandSession>
  var options = TypingOptions()

  var name: RouteName { .waylandKeyboard }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    do throws(Untypeable) {
      _ = try WaylandKeymap(typing: text)
      return thread.keyboardObstacle()
    } catch {
      return .untypeable(count: error.count)
    }
  }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    let keymap: WaylandKeymap
    do throws(Untypeable) {
      keymap = try WaylandKeymap(typing: text)
    } catch {
      return .kept(.untypeable(count: error.count))
    }
    if let reason = thread.keyboardObstacle() { return .kept(reason) }
    // Nothing to exclude: this keyboard is no node of the kernel.
    let keys = WaylandKeys(
      thread: thread, sections: keymap.sections, modifiers: HeldModifiers(excluding: "", console: nil))
    return withoutActuallyEscaping(prove) { prove in
      withoutActuallyEscaping(isCancelled) { isCancelled in
        Typist(
          keys: keys, options: options, backlog: target?.processID.flatMap(Backlog.init), prove: prove,
          isCancelled: isCancelled
        ).type(keymap.plan)
      }
    }
  }
}

extension DisplayThread<WaylandSession> {
  /// Makes the compositor's keyboard, if it is not there, and waits until programs know it.
  ///
  /// - Returns: why there is none.
  func keyboardObstacle() -> KeptReason? {
    let gone = KeptReason.noKeyboard(DeliveryError(.displayGone, subject: "Wayland"))
    let settled = perform { session -> Result<MonotonicInstant, KeptReason> in
      // Keys for a compositor that has stopped would wait for it, and arrive much later.
      guard session.roundTrip() else { return .failure(gone) }
      guard let keyboard = session.madeKeyboard() else {
        return .failure(.noKeyboard(DeliveryError(.noVirtualKeyboard, subject: "the compositor")))
      }
      return .success(keyboard.settled)
    }
    switch settled ?? .failure(gone) {
    case .failure(let reason): return reason
    case .success(let instant):
      instant.sleep()
      return nil
    }
  }
}
