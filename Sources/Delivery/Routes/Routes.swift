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
      for route in routes(kind, sink) {
        guard let obstacle = route.plan(text, for: target) else { return .success(route) }
        obstacles.append((kind, obstacle))
      }
    }
    return .failure(RouteChooser.reason(obstacles))
  }

  private func routes(_ kind: RouteKind, _ sink: DeliveryRoute) -> [any TextRoute] {
    switch kind {
    case .accessibility: accessibility.map { [$0] } ?? []
    // Keys of the X server or of a compositor do not reach a virtual terminal in front of it.
    case .keys: KeymapSource.kernelReadsKeyboards ? keys.filter { $0.name == .typedKeys } : keys
    case .clipboard: clipboard.map { [$0] } ?? []
    case .sink:
      if case .file(let path) = sink { [SinkRoute(path: path)] } else { [SinkRoute(path: nil)] }
    }
  }
}

extension Routes {
  /// The ways of this session: the X server's test extension before the kernel's keyboard, whose layout X11 does not keep in step
  /// with the user's.
  static func current(_ uinput: UinputRoute, _ finder: TargetFinder?) -> Routes {
    var keys: [any TextRoute] = [uinput]
    if WindowSystems.isX11, let connection = try? X11Connection(), let route = try? XTestRoute(connection) {
      keys.insert(route, at: 0)
    }
    return Routes(accessibility: finder?.reader.accessibility.map { AccessibilityRoute(bus: $0) }, keys: keys)
  }
}
