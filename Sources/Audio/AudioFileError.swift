/// Why an audio file could not be written or read.
public struct AudioFileError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case missing
    /// The folder that the file is to be made in is not there.
    case noFolder
    /// The file was removed while it was being written, and could not be put back.
    case removed
    case notPermitted
    /// A file of that name is there already.
    case exists
    /// Nothing that libsndfile can read.
    case notAudio
    /// No sound in it.
    case empty
    case tooLong
    case tooLarge
    /// It begins as audio and cannot be decoded to its end.
    case unreadable
    case diskFull
    case ioError
  }

  public var code: Code
  /// Private: shown, never logged.
  public var path: String
  /// The errno of the call that failed; 0 when none did.
  public var systemCode: CInt
  /// What the kernel or libsndfile said of it, or the limit that was passed.
  public var detail: String

  public init(_ code: Code, path: String, systemCode: CInt = 0, detail: String = "") {
    self.code = code
    self.path = path
    self.systemCode = systemCode
    self.detail = detail
  }

  /// For people: what failed, on what, why, and what to try.
  public var message: String {
    switch code {
    case .missing: "There is no audio file \(path). Check the name; `hwctl history list` shows what is kept."
    case .noFolder:
      "The audio file \(path) cannot be made: its folder is not there and could not be made. Check what is above it "
        + "with `ls -ld`."
    case .removed:
      "The audio file \(path) was removed while it was being written, and could not be put back\(why). "
        + "Leave the history folder in its place while hwctl records."
    case .notPermitted: "The audio file \(path) may not be opened\(why). Check it with `ls -l`."
    case .exists: "An audio file \(path) is there already and is not written over."
    case .notAudio:
      "\(path) is not an audio file that can be read\(why). Convert it: `ffmpeg -i FILE -ar 16000 -ac 1 OUT.wav`."
    case .empty: "The audio file \(path) has no sound in it. Record it again."
    case .tooLong: "The audio file \(path) is too long\(why). Split it and try the parts."
    case .tooLarge: "The audio file \(path) is too large\(why). Convert it to 16 kHz mono, or split it."
    case .unreadable: "The audio file \(path) is damaged\(why). Try to repair it: `ffmpeg -i FILE OUT.wav`."
    case .diskFull:
      "The disk is full: the audio file \(path) cannot grow. What was written is kept; make room (`df -h`)."
    case .ioError:
      "The audio file \(path) cannot be written or read\(why). See `dmesg` for errors of the disk."
    }
  }

  private var why: String { detail.isEmpty ? "" : " (\(detail))" }
}
