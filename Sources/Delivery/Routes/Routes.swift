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
  ///
  /// Before the kernel's keyboard come the X server's test extension, since X11 does not keep a new keyboard's layout in step
  /// with the user's, and a compositor's virtual keyboard, which types any character in whatever layout.
  static func current(_ uinput: UinputRoute, _ finder: TargetFinder?) -> Routes {
    var routes = Routes(accessibility: finder?.reader.accessibility.map { AccessibilityRoute(bus: $0) })
    var uinput = uinput
    if WindowSystems.isX11 {
      routes.addX11(uinput.options)
    } else if let wayland = WaylandSession.thread() {
      uinput.desktop = WaylandLayout(wayland, swaySocket: WindowSystems.variable("SWAYSOCK"))
      var chords: any PasteKeyboard = UinputPasteKeyboard(route: uinput)
      if let route = try? WaylandKeyboardRoute(wayland, options: uinput.options) {
        routes.keys.append(route)
        chords = WaylandPasteKeyboard(thread: wayland)
      }
      routes.clipboard = WaylandPasteboard(wayland).map {
        ClipboardRoute(board: $0, keyboard: chords, options: uinput.options)
      }
    }
    routes.keys.append(uinput)
    return routes
  }

  private mutating func addX11(_ options: TypingOptions) {
    guard let connection = try? X11Connection(),
      let route = try? XTestRoute(connection, options: options.forXTest)
    else { return }
    keys.append(route)
    clipboard = (try? X11Pasteboard()).map {
      ClipboardRoute(board: $0, keyboard: XTestPasteKeyboard(connection: connection), options: options)
    }
  }
}
