/// The C functions that events of one kind of object are handed to: libwayland wants their address for as long as there are such
/// objects. `value` is never changed.
final class WaylandListener<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
