internal import Domain
internal import MessageBus
internal import SystemCalls

/// Inserts a text at the caret through the accessibility bus, and reads it back: some toolkits say that they inserted, and
/// did nothing.
///
///     1. answered, read back the same          inserted; the caret is put behind it where the toolkit leaves it before it
///     2. answered, nothing has changed         kept; the application is not tried again
///     3. answered, something else is there     partial: as many characters as are right
///     4. no answer in time                     the insertion may still come. The application takes what it is asked in
///                                              order: an answer to the read-back is from after the insertion, so 1 to 3
///     5. and none to the read-back             partial, unconfirmed: it may still come
///     6. the application or the bus goes       as 5
struct AccessibilityRoute: TextRoute {
  let bus: AccessibilityBus
  var options = InsertionOptions()

  var name: RouteName { .accessibility }

  func plan(_ text: String, for target: Target?) -> KeptReason? {
    guard let lease = target?.lease.object, target?.certainty == .verified, lease.toolkit.insertsText,
      lease.caret != nil, target?.role != .terminal, !bus.isInert(lease.object.owner)
    else { return .notAccessible }
    // D-Bus ends a text at a NUL.
    return text.unicodeScalars.contains("\0") ? .notAccessible : nil
  }

  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome {
    guard let lease = target?.lease.object, let caret = lease.caret else { return .kept(.notAccessible) }
    let object = lease.object
    let check: InsertionCheck
    do throws(BusError) {
      check = InsertionCheck(
        text: text, unit: lease.toolkit.offsetUnit, position: caret,
        countBefore: try reader(options.answerLimit).characterCount(of: object))
    } catch {
      return .kept(.target(error.code.meansGone ? .applicationGone : .notAnswering))
    }
    if let reason = isCancelled() ? .cancelled : prove() { return .kept(reason) }
    let isUnsent = !insert(text, into: lease, at: caret)
    if isUnsent { return .kept(.notAccessible) }
    let outcome = readBack(check, object)
    if outcome == .kept(.insertionRefused) { bus.noteInert(object.owner) }
    if outcome == .inserted { moveCaret(of: object, to: check.range.upperBound) }
    return outcome
  }

  /// What is answered does not matter: only what can be read back counts.
  ///
  /// - Returns: false when the message has not left.
  private func insert(_ text: String, into lease: ObjectLease, at caret: Int) -> Bool {
    let length = lease.toolkit.insertionLength(of: text)
    guard let position = Int32(exactly: caret), let length = Int32(exactly: length) else { return false }
    do throws(BusError) {
      _ = try reader(options.answerLimit).call(
        lease.object, "org.a11y.atspi.EditableText", "InsertText",
        [.int32(position), .string(text), .int32(length)])
      return true
    } catch {
      switch error.code {
      case .invalidMessage, .overloaded, .noBus: return false
      default: return true
      }
    }
  }

  private func readBack(_ check: InsertionCheck, _ object: AccessibleObject) -> DeliveryReport.Outcome {
    let reader = reader(options.readBackLimit)
    do throws(BusError) {
      let count = try reader.characterCount(of: object)
      let found = try reader.text(of: object, check.range.clamped(to: 0..<max(count, check.range.lowerBound)))
      return check.outcome(countNow: count, found: found)
    } catch {
      return .partial(charactersDelivered: 0, reason: .insertionUnconfirmed)
    }
  }

  /// The text is there: a caret that stays where it was is no failure.
  private func moveCaret(of object: AccessibleObject, to offset: Int) {
    let reader = reader(options.answerLimit)
    guard let now = try? reader.caret(of: object), now != offset else { return }
    _ = try? reader.call(object, "org.a11y.atspi.Text", "SetCaretOffset", [.int32(Int32(clamping: offset))])
  }

  private func reader(_ limit: Duration) -> AccessibleReader {
    AccessibleReader(bus: bus, callLimit: limit, deadline: .now().advanced(by: limit))
  }
}

/// How long an insertion may take.
struct InsertionOptions: Hashable, Sendable {
  /// For the answer to the insertion; 0.3 to 0.8 ms were measured, long texts in long documents take longer.
  var answerLimit = Duration.milliseconds(500)
  /// For the whole read-back, also of an application that hung and goes on.
  var readBackLimit = Duration.seconds(3)
}
