internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// A daemon that stores and applies its limits, and commands that search, export, correct, pin and delete, all at once and in
/// processes of their own: none may be refused, and nothing that was stored may be lost.
enum Together {
  private static let roles = [
    "daemon", "retention", "search", "search", "export", "correct", "pin", "delete",
  ]

  static func run(_ folder: String, seconds: Int) throws {
    try Files.makeFolder(folder)
    try World.fill(folder + "/voice")
    let script = roles.enumerated().map { number, role in
      "('\(myself)' role \(role) '\(folder)' \(seconds) >'\(folder)/\(number).\(role)' 2>&1 || touch '\(folder)/refused') &"
    }.joined(separator: "\n")
    _ = shell(script + "\nwait")
    var lines: [String: [String]] = [:]
    for name in try Files.names(in: folder) where name.contains(".") {
      let text = String(decoding: try Files.read(folder + "/" + name, limit: 1 << 28), as: UTF8.self)
      let role = String(name.split(separator: ".")[1])
      lines[role, default: []] += text.split(separator: "\n").map(String.init)
      say("\(role): \(text.split(separator: "\n").last ?? "said nothing")")
    }
    guard !Files.exists(folder + "/refused") else { fail("something was refused; see above") }
    try judge(folder, lines)
  }

  private static func judge(_ folder: String, _ lines: [String: [String]]) throws {
    let voice = folder + "/voice"
    let editor = try HistoryEditor(folder: voice)
    let report = try editor.reconcile()
    guard report.isUnchanged, report.failed.isEmpty else { fail("reconciliation had work: \(report)") }
    let after = try World.details(voice)
    func words(_ role: String, _ verb: String) -> [String] {
      (lines[role] ?? []).filter { $0.hasPrefix(verb + " ") }.map { String($0.dropFirst(verb.count + 1)) }
    }
    let deleted = Set(words("delete", "deleted"))
    let stored = words("daemon", "stored")
    for id in stored where !deleted.contains(id) {
      guard let session = SessionID(rawValue: id).flatMap({ after[$0] }), session.results.count >= 3 else {
        fail("session \(id) was stored and is lost")
      }
    }
    for id in deleted where SessionID(rawValue: id).flatMap({ after[$0] }) != nil {
      fail("session \(id) was deleted and is there")
    }
    var corrections: [String: Int] = [:]
    for id in words("correct", "corrected") { corrections[id, default: 0] += 1 }
    for (id, count) in corrections where !deleted.contains(id) {
      let found = SessionID(rawValue: id).flatMap { after[$0] }?.results.filter { $0.origin == .correction }
        .count
      guard found == count else { fail("session \(id) has \(found ?? 0) of \(count) corrections") }
    }
    say(
      "\(stored.count) stored, \(deleted.count) deleted, \(corrections.values.reduce(0, +)) corrected: nothing was lost"
    )
  }
}
