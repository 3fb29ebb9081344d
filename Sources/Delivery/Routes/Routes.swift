/// The ways that texts can take on this machine.
struct Routes: Sendable {
  var accessibility: (any TextRoute)?
  /// Those that type keys, the best for this session first.
  var keys: [any TextRoute] = []
  var clipboard: (any TextRoute)?
}
