internal import CSQLite
internal import Glibc
internal import SystemCalls

/// Opening, judging and migrating the database file.
enum HistoryDatabase {
  static let fileName = "history.sqlite"
  /// The files that SQLite keeps beside a database in WAL mode.
  private static let sideSuffixes = ["-wal", "-shm"]

  static func exists(in folder: String) -> Bool { Files.exists(folder + "/" + fileName) }

  /// Opens or creates the database in a folder, which is made 0700.
  ///
  /// Only damage found in the bytes themselves moves the files aside, and only while no other store has them open;
  /// every other failure leaves all as it is.
  static func open(folder: String) throws(HistoryError) -> (Connection, OpeningReport) {
    let path = folder + "/" + fileName
    let lock = try prepareFolder(folder)
    let (connection, report) = try openOrReplace(path, lock)
    connection.inUse = consume lock
    return (connection, report)
  }

  /// A further connection beside the one of a store that has opened the same folder: nothing is read through, and nothing
  /// is moved aside.
  static func attach(folder: String) throws(HistoryError) -> Connection {
    let lock = try prepareFolder(folder)
    let path = folder + "/" + fileName
    try create(path)
    let connection = try Connection(path: path, access: .readWrite)
    try judge(connection)
    try protect(path)
    try prepare(connection, lock)
    connection.inUse = consume lock
    return connection
  }

  /// Gives the folder's lock, held shared for as long as a connection lives; moving a damaged family aside, and a migration,
  /// need it alone, so that the files of a running daemon are never changed beneath it by a second program.
  private static func prepareFolder(_ folder: String) throws(HistoryError) -> FileDescriptor {
    do throws(SystemError) {
      try Files.makeFolder(folder)
      try retrying("change mode of", folder) { chmod(folder, 0o700) }
      let opened = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      try retrying("lock", folder) { flock(opened.rawValue, LOCK_SH) }
      return opened
    } catch { throw HistoryError(error) }
  }

  private static func openOrReplace(
    _ path: String, _ lock: borrowing FileDescriptor
  ) throws(HistoryError) -> (Connection, OpeningReport) {
    do throws(HistoryError) {
      try Salvage.settle(path)
      return (try openSound(path, lock), OpeningReport())
    } catch {
      guard error.code == .corrupt, isAlone(lock) else { throw error }
      // Given back when the lock becomes shared again, also where preserving fails.
      defer { flock(lock.rawValue, LOCK_SH) }
      let salvaged = try Salvage.run(path)
      let preserved = try preserve(path)
      try Salvage.settle(path)
      return (
        try openSound(path, lock),
        OpeningReport(preserved: preserved, salvaged: salvaged, damage: error.detail)
      )
    }
  }

  /// Takes the lock for this store alone, unless another one keeps it for longer than a passing command would.
  private static func isAlone(_ lock: borrowing FileDescriptor) -> Bool {
    for _ in 0..<lockTries {
      if flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(lockPauseMicroseconds)
    }
    return false
  }

  /// 1 s: 'hwctl history' is done by then, and so is a child of this process that had the descriptors until its exec.
  private static let lockTries = 100
  private static let lockPauseMicroseconds: UInt32 = 10_000

  /// A database that lives and ends with its connection.
  static func openInMemory() throws(HistoryError) -> Connection {
    let connection = try Connection(path: ":memory:", access: .readWrite)
    try configure(connection)
    try migrate(connection)
    return connection
  }

  /// A new database that nobody else opens while it is filled; a kill leaves it useless.
  static func make(_ path: String) throws(HistoryError) -> Connection {
    try create(path)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try migrate(connection)
    return connection
  }

  private static func openSound(
    _ path: String, _ lock: borrowing FileDescriptor
  ) throws(HistoryError) -> Connection {
    try create(path)
    let hadLog = Files.exists(path + "-wal")
    let connection = try Connection(path: path, access: .readWrite)
    // Until the files are known to be ours and sound, closing them must not merge the log into the database.
    try connection.leavesLogOnClose(hadLog)
    try judge(connection)
    if DatabaseCheck.isDue(path) { try DatabaseCheck.run(connection) }
    try connection.leavesLogOnClose(false)
    try protect(path)
    try prepare(connection, lock)
    let mark = DatabaseMark.damage(of: path)
    if mark.isSet { try DatabaseCheck.rebuildIndex(connection) }
    // It was read through and is sound, or stands in the place of the damaged one.
    mark.clear()
    return connection
  }

  /// SQLite would create the file with the umask's mode; the log and its index take the mode of the database.
  private static func create(_ path: String) throws(HistoryError) {
    if Files.exists(path) { return }
    do throws(SystemError) {
      _ = try FileDescriptor.open(path, O_RDWR | O_CREAT)
    } catch { throw HistoryError(error) }
  }

  private static func protect(_ path: String) throws(HistoryError) {
    do throws(SystemError) {
      for file in [path] + sideSuffixes.map({ path + $0 }) where Files.exists(file) {
        try retrying("change mode of", file) { chmod(file, 0o600) }
      }
    } catch { throw HistoryError(error) }
  }

  /// Refuses what is not ours or is of a later version, before anything is written.
  static func judge(_ connection: Connection) throws(HistoryError) {
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == Schema.applicationID || (application == 0 && version == 0 && tables == 0) else {
      throw HistoryError(
        .foreign, subject: connection.path, detail: "application id \(application), \(tables) tables")
    }
    guard version <= Schema.version else {
      throw HistoryError(
        .newer, subject: connection.path,
        detail: "version \(version), this hwctl knows up to \(Schema.version)")
    }
  }

  private static func prepare(
    _ connection: Connection, _ lock: borrowing FileDescriptor
  ) throws(HistoryError) {
    try configure(connection)
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if version == Schema.version { return }
    // An older hwctl that has it open would go on writing rows of the old shape.
    guard version == 0 || isAlone(lock) else {
      throw HistoryError(
        .locked, subject: connection.path,
        detail:
          "it has to be brought to version \(Schema.version), and a program of an earlier version uses it")
    }
    defer { flock(lock.rawValue, LOCK_SH) }
    try migrate(connection)
  }

  private static func configure(_ connection: Connection) throws(HistoryError) {
    _ = try connection.text("PRAGMA journal_mode = WAL")
    // A committed session survives a power cut, not only a crash of the process; what is removed is overwritten.
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
  }

  private static func migrate(_ connection: Connection) throws(HistoryError) {
    while try connection.integer("PRAGMA user_version") ?? 0 < Schema.version {
      try connection.transaction { () throws(HistoryError) in
        // Read again under the write lock: another process may have migrated meanwhile.
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard version < Schema.version else { return }
        try connection.execute(Schema.migrations[Int(version)])
        try connection.execute("PRAGMA user_version = \(version + 1)")
      }
    }
  }

  /// Renames what there is of a damaged database and its side files; gives the new paths, the database first. Until the last is
  /// renamed there is no database, so that none is ever read without its log, or with another's.
  static func preserve(_ path: String) throws(HistoryError) -> [String] {
    let recovery = Files.unusedPath("\(path).corrupt-\(UnixTime.compactText())")
    var preserved: [String] = []
    do throws(SystemError) {
      for suffix in [""] + sideSuffixes where Files.exists(path + suffix) {
        try Files.rename(path + suffix, to: recovery + suffix)
        preserved.append(recovery + suffix)
      }
    } catch { throw HistoryError(error) }
    return preserved
  }
}
