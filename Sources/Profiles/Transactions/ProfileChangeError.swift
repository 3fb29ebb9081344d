/// Why a change of the profiles was not made.
public struct ProfileChangeError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    case unknownProfile
    /// A profile of that id exists already.
    case idTaken
    /// Not of the form of an id.
    case badID
    case badName
    /// The active profile was to be deleted, and no other was named to take its place.
    case isActive
    /// Only one profile is left.
    case isLast
    /// Other profiles switch to this one.
    case isTarget
    case noSuchBinding
    /// The unit has Bindings of its own already.
    case unitTaken
    /// A Control exists on several models or units, and none was named.
    case ambiguous
    case tooMany
    /// The profiles would not be valid after it.
    case notValid
  }

  public var code: Code
  /// What failed, on what, why, and what to do.
  public var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Why a transaction on the file did not take place; the file is as it was.
public enum ProfileTransactionError: Error, Hashable, Sendable {
  case file(ProfileError)
  case change(ProfileChangeError)

  public var message: String {
    switch self {
    case .file(let error): error.message
    case .change(let error): error.message
    }
  }
}
