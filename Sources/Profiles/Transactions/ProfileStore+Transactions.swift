public import Domain
internal import SystemCalls

extension ProfileStore {
  /// Reads the profiles, changes them and saves them as one step that no other program can come between.
  ///
  /// - Parameter change: gives the envelope after the change; one equal to the old is not written.
  /// - Returns: the envelope as it is now in the file.
  @discardableResult
  public func change(
    _ change: (ProfileEnvelope) throws(ProfileChangeError) -> ProfileEnvelope
  ) throws(ProfileTransactionError) -> ProfileEnvelope {
    let lock = try filing { () throws(ProfileError) in try SettingsLock(for: path) }
    let old = try filing { () throws(ProfileError) in try inspect() }
    let new: ProfileEnvelope
    do throws(ProfileChangeError) { new = try change(old) } catch { throw .change(error) }
    if new != old { try filing { () throws(ProfileError) in _ = try save(new) } }
    lock.release()
    return new
  }

  func filing<Value: ~Copyable>(
    _ body: () throws(ProfileError) -> Value
  ) throws(ProfileTransactionError) -> Value {
    do throws(ProfileError) { return try body() } catch { throw .file(error) }
  }
}
