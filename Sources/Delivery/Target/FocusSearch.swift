internal import Domain
internal import MessageBus
internal import SystemCalls

/// Finds the accessible object that has the focus.
///
/// First what got the focus last, which is one question; where that is not it any more, a search through the application
/// in front: applications that were there before hwctl have told nobody.
struct FocusSearch {
  let reader: AccessibleReader
  let window: WindowFact

  /// Objects that are looked at. Web pages and spreadsheets have more, and their objects tell of the focus.
  private static let nodeLimit = 400

  func run() -> ObjectFact {
    do {
      for object in reader.bus.focused where try isInFront(object) {
        if let facts = try ask(object, factsIfFocused) { return .object(facts) }
      }
      for application in try reader.children(of: .desktop) where try isInFront(application) {
        if let facts = try ask(application, search) {
          reader.bus.noteFocus(facts.object)
          return .object(facts)
        }
      }
      return .unknown
    } catch {
      // `isInFront` asks the bus alone, so that this is of an application that is or may be in front, or of all the time.
      return error.code == .timedOut ? .notAnswering : .unknown
    }
  }

  /// Asks an application.
  ///
  /// Where nobody says which one is in front, one that hangs is passed over, and left alone for a while. The one that got the
  /// focus last is not: it may be in front, with a password field.
  private func ask(
    _ object: AccessibleObject,
    _ question: (AccessibleObject) throws(BusError) -> ObjectFacts?
  ) throws(BusError) -> ObjectFacts? {
    let bus = reader.bus
    let mayBePassedOver = window.processID == nil && object.owner != bus.focused.first?.owner
    if mayBePassedOver, bus.isHanging(object.owner) { return nil }
    do throws(BusError) { return try question(object) } catch {
      // What had less than its time may only be slow.
      guard mayBePassedOver, error.code == .timedOut, MonotonicInstant.now() < reader.deadline else {
        throw error
      }
      bus.noteHanging(object.owner)
      return nil
    }
  }

  /// Whether an object's process has the window in front. Where the window system does not say, every process may.
  private func isInFront(_ object: AccessibleObject) throws(BusError) -> Bool {
    guard case .window(let window) = window else { return true }
    guard let process = window.processID else { return true }
    do throws(BusError) { return try reader.process(of: object) == process } catch {
      // It has ended meanwhile.
      if error.code.isOfTheObject { return false }
      throw error
    }
  }

  private func factsIfFocused(_ object: AccessibleObject) throws(BusError) -> ObjectFacts? {
    do throws(BusError) {
      let states = try reader.states(of: object)
      guard states.contains(.focused) else { return nil }
      let toolkit = try reader.toolkit(of: object)
      if toolkit.keepsFocusInBackground, window.processID == nil, try !isInActiveWindow(object) { return nil }
      return try facts(object, states, toolkit)
    } catch {
      if error.code.isOfTheObject { return nil }
      throw error
    }
  }

  private func facts(
    _ object: AccessibleObject, _ states: AccessibleStates, _ toolkit: Toolkit
  ) throws(BusError) -> ObjectFacts {
    var facts = ObjectFacts(
      object: object, toolkit: toolkit, role: try reader.role(of: object), states: states,
      processID: try? reader.process(of: object), applicationName: try? reader.name(of: object.application))
    guard facts.role != .passwordText, !facts.role.isControl else { return facts }
    do throws(BusError) {
      let caret = try reader.caret(of: object)
      facts.caret = caret
      facts.hasSelection = try reader.hasSelection(object)
      let start = max(0, caret - Target.nearbyTextLimit)
      facts.nearbyText = try reader.text(of: object, start..<caret).suffix(utf16: Target.nearbyTextLimit)
    } catch {
      // An object without text answers that it does not know the method.
      guard error.code != .timedOut else { throw error }
    }
    return facts
  }

  /// The object that has the focus below an application, by depth.
  private func search(_ application: AccessibleObject) throws(BusError) -> ObjectFacts? {
    // GTK 4 says of its windows alone that they are shown.
    let tellsWhatIsShown = try reader.toolkit(of: application) != .gtk4
    var waiting = [application]
    var looked = 0
    while let object = waiting.popLast(), looked < Self.nodeLimit {
      looked += 1
      if object != application {
        if let facts = try factsIfFocused(object) { return facts }
        if tellsWhatIsShown, try !isShown(object) { continue }
      }
      waiting += try children(of: object).reversed()
    }
    return nil
  }

  private func isShown(_ object: AccessibleObject) throws(BusError) -> Bool {
    do throws(BusError) { return try reader.states(of: object).contains(.showing) } catch {
      if error.code.isOfTheObject { return false }
      throw error
    }
  }

  private func children(of object: AccessibleObject) throws(BusError) -> [AccessibleObject] {
    do throws(BusError) { return try reader.children(of: object) } catch {
      if error.code.isOfTheObject { return [] }
      throw error
    }
  }

  /// Whether the window around an object is active. Deeper trees than this are no user interface.
  private func isInActiveWindow(_ object: AccessibleObject) throws(BusError) -> Bool {
    var window = object
    for _ in 0..<64 {
      guard let parent = try reader.parent(of: window), try reader.role(of: parent) != .application else {
        break
      }
      window = parent
    }
    return try reader.states(of: window).contains(.active)
  }
}

extension BusError.Code {
  /// Whether the error says something of one object only, and the next may be asked.
  fileprivate var isOfTheObject: Bool {
    switch self {
    case .peerGone, .unknownName, .unknownMember, .remote, .malformed, .accessDenied: true
    case .timedOut, .noBus, .disconnected, .startFailed, .invalidMessage, .overloaded: false
    }
  }
}

extension String {
  /// The last whole characters that are at most so many UTF-16 units.
  func suffix(utf16 limit: Int) -> String {
    var start = endIndex
    var count = 0
    while start > startIndex {
      let before = index(before: start)
      count += self[before].utf16.count
      if count > limit { break }
      start = before
    }
    return String(self[start...])
  }
}
