/// A message as it came: a reply, a signal or a call.
public struct BusMessage: Hashable, Sendable {
  /// The unique name (":1.42") that the bus vouches for; nil for what the library made itself.
  public var sender: String?
  public var path: String?
  public var interface: String?
  public var member: String?
  public var arguments: [BusValue]

  /// The signature of all arguments together.
  public var signature: String { arguments.map(\.signature).joined() }

  /// One argument by type: `try reply.argument(0, \.string)`.
  ///
  /// - Throws: `malformed` when it is missing or of another type: what other programs send is not trusted.
  public func argument<Value>(_ index: Int, _ read: (BusValue) -> Value?) throws(BusError) -> Value {
    guard arguments.indices.contains(index), let value = read(arguments[index]) else {
      throw BusError(
        .malformed,
        detail: "\(member ?? "the reply") carries \"\(signature)\"; argument \(index) does not fit")
    }
    return value
  }
}

/// A method to be called.
public struct BusCall: Hashable, Sendable {
  public var destination: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [BusValue]
  /// Whether the bus may start the service for it. Signals of life are asked of what runs already.
  public var startsService: Bool

  public init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = [],
    startsService: Bool = true
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.startsService = startsService
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  /// Reads one property; the reply's argument 0 is a variant.
  public static func get(
    _ property: String, of interface: String, _ destination: String, _ path: String,
    startsService: Bool = true
  ) -> BusCall {
    BusCall(
      destination, path, properties, "Get", [.string(interface), .string(property)],
      startsService: startsService)
  }

  /// Reads all properties of an interface; the reply's argument 0 is "a{sv}".
  public static func getAll(
    of interface: String, _ destination: String, _ path: String, startsService: Bool = true
  ) -> BusCall {
    BusCall(destination, path, properties, "GetAll", [.string(interface)], startsService: startsService)
  }

  public static func set(
    _ property: String, of interface: String, _ destination: String, _ path: String, to value: BusValue
  ) -> BusCall {
    BusCall(
      destination, path, properties, "Set", [.string(interface), .string(property), .variant(value)])
  }

  /// A call to the bus itself: "GetNameOwner", "ListNames" …
  public static func toBus(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
  }
}

/// Which signals are wanted (D-Bus specification, "Match rules").
///
/// A well-known name as `sender` is checked by the bus only: a signal that another rule lets in from somebody else also
/// reaches the handler. Where it matters who speaks, compare `BusMessage.sender` with the name's owner.
public struct BusMatch: Hashable, Sendable {
  public var sender: String?
  public var path: String?
  public var interface: String?
  public var member: String?
  /// String arguments by position, 0...63.
  public var arguments: [Int: String]
  /// An argument 0 that is this name or begins with it and a dot.
  public var namespace: String?

  public init(
    sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
    arguments: [Int: String] = [:], namespace: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.namespace = namespace
  }

  /// Changes of who owns a name: arguments are name, old owner, new owner; "" for nobody.
  public static func ownerChanges(of name: String) -> BusMatch {
    ownerChanges(arguments: [0: name])
  }

  /// The same for all names below `namespace`.
  public static func ownerChanges(below namespace: String) -> BusMatch {
    ownerChanges(namespace: namespace)
  }

  private static func ownerChanges(arguments: [Int: String] = [:], namespace: String? = nil) -> BusMatch {
    BusMatch(
      sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "NameOwnerChanged", arguments: arguments, namespace: namespace)
  }

  /// The rule's text. Nil when a value has an apostrophe, which no name or path may have.
  var text: String? {
    var parts = [("type", "signal")]
    let fields = [("sender", sender), ("path", path), ("interface", interface), ("member", member)]
    for case (let name, let value?) in fields { parts.append((name, value)) }
    for (position, value) in arguments.sorted(by: { $0.key < $1.key }) {
      parts.append(("arg\(position)", value))
    }
    if let namespace { parts.append(("arg0namespace", namespace)) }
    guard parts.allSatisfy({ !$0.1.contains("'") }) else { return nil }
    return parts.map { "\($0.0)='\($0.1)'" }.joined(separator: ",")
  }
}
