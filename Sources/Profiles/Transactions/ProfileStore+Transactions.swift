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
    if new != old { try save(changed: new) }
    lock.release()
    return new
  }

  /// What is wrong after the change is the change's fault, not the file's: it was valid before.
  private func save(changed envelope: ProfileEnvelope) throws(ProfileTransactionError) {
    do throws(ProfileError) { _ = try save(envelope) } catch {
      guard error.code == .invalid else { throw .file(error) }
      let problems = error.issues.map(\.sentence).joined(separator: "; ")
      throw .change(ProfileChangeError(.notValid, "this cannot be: \(problems). Nothing was changed"))
    }
  }

  func filing<Value: ~Copyable>(
    _ body: () throws(ProfileError) -> Value
  ) throws(ProfileTransactionError) -> Value {
    do throws(ProfileError) { return try body() } catch { throw .file(error) }
  }
}
