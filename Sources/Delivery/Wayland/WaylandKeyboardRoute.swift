/// Types any text on the virtual keyboard of a wlroots compositor, with a keymap made for the text.
///
/// It needs neither the user's layout nor its group, and no kernel queue can overflow on the way.
struct WaylandKeyboardRoute: TextRoute {
  private let thread: DisplayThread<WaylandSession>
  private let options: TypingOptions

  /// - Throws: `noVirtualKeyboard` when the compositor offers none.
  init(
    _ thread: DisplayThread<WaylandSession>, options: TypingOptions = TypingOptions()
  ) throws(DeliveryError) {
    let isMade = thread.perform { session in
      if session.keyboard == nil { session.keyboard = WaylandKeyboard(session) }
      return session.keyboard != nil
    }
    guard isMade == true else { throw DeliveryError(.noVirtualKeyboard, subject: "the compositor") }
    self.thread = thread
    self.options = options
  }

  var name: RouteName { .waylandKeyboard }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    do throws(Untypeable) {
      _ = try WaylandKeymap(typing: text)
      return nil
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
