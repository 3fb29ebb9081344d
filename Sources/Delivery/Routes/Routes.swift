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
    let link = X11Link(display: display)
    return Routes(
      keys: [XTestRoute(link: link, options: uinput.options.forXTest), uinput],
      clipboard: ClipboardRoute(
        board: X11Pasteboard(display: display), keyboard: XTestPasteKeyboard(link: link),
        options: uinput.options))
  }

  /// Before the kernel's keyboard comes a compositor's virtual keyboard, which types any character in whatever layout.
  ///
  /// - Parameters:
  ///   - display: as in WAYLAND_DISPLAY, which is read when it is nil.
  ///   - swaySocket: SWAYSOCK; nil elsewhere.
  static func wayland(display: String?, swaySocket: String?, _ uinput: UinputRoute) -> Routes {
    let thread = WaylandSession.thread(display)
    // Now, so that programs know it when the first text comes.
    thread.post { _ = $0?.madeKeyboard() }
    var uinput = uinput
    uinput.desktop = WaylandLayout(thread, swaySocket: swaySocket)
    let chords = PasteKeyboards(
      first: WaylandPasteKeyboard(thread: thread), second: UinputPasteKeyboard(route: uinput))
    return Routes(
      keys: [WaylandKeyboardRoute(thread: thread, options: uinput.options), uinput],
      clipboard: ClipboardRoute(
        board: WaylandPasteboard(thread), keyboard: chords, options: uinput.options))
  }
}
