/// The ways that texts can take on this machine.
struct Routes: Sendable {
  var accessibility: (any TextRoute)?
  /// Those that type keys, the best for this session first.
  var keys: [any TextRoute] = []
  var clipboard: (any TextRoute)?

  /// The first of these ways that can deliver the whole text now.
  func first(
    of kinds: [RouteKind], for text: String, _ target: Target?, sink: DeliveryRoute
  ) -> Result<any TextRoute, KeptReason> {
    var obstacles: [(RouteKind, KeptReason)] = []
    for kind in kinds {
      for route in routes(kind, target, sink) {
        guard let obstacle = route.plan(text, for: target) else { return .success(route) }
        obstacles.append((kind, obstacle))
      }
    }
    return .failure(RouteChooser.reason(obstacles))
  }

  private func routes(_ kind: RouteKind, _ target: Target?, _ sink: DeliveryRoute) -> [any TextRoute] {
    // Keys and the clipboard of the X server or of a compositor do not reach a virtual terminal in front of it.
    let isConsole = target?.lease.window?.isConsole == true
    return switch kind {
    case .accessibility: accessibility.map { [$0] } ?? []
    case .keys: keys.filter { $0.name == .typedKeys || !isConsole }
    case .clipboard: isConsole ? [] : clipboard.map { [$0] } ?? []
    case .sink:
      if case .file(let path) = sink { [SinkRoute(path: path)] } else { [SinkRoute(path: nil)] }
    }
  }
}

extension Routes {
  /// The ways of this session.
  static func current(_ uinput: UinputRoute, _ finder: TargetFinder?) -> Routes {
    var routes = Routes(keys: [uinput])
    if WindowSystems.isX11 {
      routes = .x11(display: nil, uinput)
    } else if WindowSystems.variable("WAYLAND_DISPLAY") != nil {
      routes = .wayland(display: nil, swaySocket: WindowSystems.variable("SWAYSOCK"), uinput)
    }
    routes.accessibility = finder?.reader.accessibility.map { AccessibilityRoute(bus: $0) }
    return routes
  }

  /// Before the kernel's keyboard comes the server's test extension: X11 does not keep a new keyboard's layout in step with the
  /// user's.
  ///
  /// - Parameter display: as in DISPLAY, which is read when it is nil.
  static func x11(display: String?, _ uinput: UinputRoute) -> Routes {
    var routes = Routes(keys: [uinput])
    guard let connection = try? X11Connection(display: display),
      let keys = try? XTestRoute(connection, options: uinput.options.forXTest)
    else { return routes }
    routes.keys.insert(keys, at: 0)
    routes.clipboard = (try? X11Pasteboard(display: display)).map {
      ClipboardRoute(
        board: $0, keyboard: XTestPasteKeyboard(connection: connection), options: uinput.options)
    }
    return routes
  }

  /// Before the kernel's keyboard comes a compositor's virtual keyboard, which types any character in whatever layout.
  ///
  /// - Parameters:
  ///   - display: as in WAYLAND_DISPLAY, which is read when it is nil.
  ///   - swaySocket: SWAYSOCK; nil elsewhere.
  static func wayland(display: String?, swaySocket: String?, _ uinput: UinputRoute) -> Routes {
    guard let thread = WaylandSession.thread(display) else { return Routes(keys: [uinput]) }
    var uinput = uinput
    uinput.desktop = WaylandLayout(thread, swaySocket: swaySocket)
    var routes = Routes()
    var chords: any PasteKeyboard = UinputPasteKeyboard(route: uinput)
    if let keys = try? WaylandKeyboardRoute(thread, options: uinput.options) {
      routes.keys.append(keys)
      chords = WaylandPasteKeyboard(thread: thread)
    }
    routes.keys.append(uinput)
    routes.clipboard = WaylandPasteboard(thread).map {
      ClipboardRoute(board: $0, keyboard: chords, options: uinput.options)
    }
    return routes
  }
}
