internal import VoiceHistory

// The files of an archive that somebody else made.

@Sendable func fuzzArchiveChecksums(_ bytes: UnsafeBufferPointer<UInt8>) {
  if let problem = ArchiveCheck.problem(inChecksums: Array(bytes)) {
    precondition(!problem.message.isEmpty, "a refusal says what is wrong")
  }
}

/// A manifest that is taken is written as one that is taken, and means the same.
@Sendable func fuzzArchiveManifest(_ bytes: UnsafeBufferPointer<UInt8>) {
  let first: [UInt8]
  do throws(ArchiveError) { first = try ArchiveCheck.rewritten(manifest: Array(bytes)) } catch {
    return precondition(!error.message.isEmpty, "a refusal says what is wrong")
  }
  guard let second = try? ArchiveCheck.rewritten(manifest: first) else {
    fatalError("what is written cannot be read")
  }
  precondition(first == second, "what is written reads as the same")
}
