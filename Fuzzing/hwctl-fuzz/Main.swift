internal import Glibc

// HWCTL_FUZZ says which decoder the inputs are for; the arguments are libFuzzer's (https://llvm.org/docs/LibFuzzer.html).

/// The decoders that read bytes from outside, by the name of their corpus.
let decoders: [String: @Sendable (UnsafeBufferPointer<UInt8>) -> Void] = [
  "profiles": fuzzProfiles,
  "preferences": fuzzPreferences,
  "devices": fuzzTaughtDevices,
  "recordings": fuzzRecording,
  "reports": fuzzReports,
  "descriptors": fuzzDescriptors,
  "control": fuzzControl,
  "archive-manifest": fuzzArchiveManifest,
  "archive-checksums": fuzzArchiveChecksums,
]

let decoder: @Sendable (UnsafeBufferPointer<UInt8>) -> Void = {
  guard let name = getenv("HWCTL_FUZZ").map({ String(cString: $0) }), let decoder = decoders[name] else {
    fatalError("set HWCTL_FUZZ to one of: \(decoders.keys.sorted().joined(separator: ", "))")
  }
  return decoder
}()

/// libFuzzer as a library: the package manager names the entry of an executable itself, so that libFuzzer's main() has no place.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Main {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    let status = runDriver(&count, &arguments) { start, count in
      decoder(UnsafeBufferPointer(start: start, count: count))
      return 0
    }
    exit(status)
  }
}
