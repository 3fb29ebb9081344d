/// Why recording or playing failed.
public struct AudioError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// No sound server answers at the address.
    case noServer
    /// The server went away while it was in use.
    case serverGone
    /// The server is there and does not answer in time.
    case serverSilent
    /// Neither the chosen source nor a default one exists.
    case noSource
    /// The source was unplugged or removed while it was in use.
    case sourceGone
    /// The source is muted: it would give nothing but zeros.
    case sourceMuted
    /// The source records what the loudspeakers play, and nobody chose it by name.
    case monitorRefused
    /// The source is open and gives no sound, or has stopped giving any.
    case noFrames
    /// Sound came faster than it was taken for too long.
    case overflow
    /// The server refused the request.
    case refused
    /// The player takes no more sound.
    case stalled
    /// The file to be played cannot be read; `detail` says why.
    case fileUnreadable
  }

  public var code: Code
  /// The source, the server or the file it is about; nil for the default one. Private: shown, never logged.
  public var subject: String?
  /// What the server or the library said of it.
  public var detail: String?

  public init(_ code: Code, subject: String? = nil, detail: String? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// For people: what failed, on what, why, and what to try.
  public var message: String {
    switch code {
    case .noServer:
      "No sound server answers\(at)\(why). Check it with `pactl info`; start it with "
        + "`systemctl --user start pipewire-pulse` or `systemctl --user start pulseaudio`."
    case .serverGone:
      "The sound server went away while it was in use\(why). It is asked again by itself; see "
        + "`systemctl --user status pipewire-pulse pulseaudio` if it does not come back."
    case .serverSilent:
      "The sound server does not answer in time\(why). Check it with `pactl info`; restart it if that hangs too."
    case .noSource:
      "There is no microphone\(named)\(why). Connect one; `pactl list short sources` shows what the server knows."
    case .sourceGone:
      "The microphone\(named) was removed while it was recording. What was said before is kept; "
        + "connect it again, then speak."
    case .sourceMuted:
      "The microphone\(named) is muted. Unmute it: `pactl set-source-mute \(subject ?? "@DEFAULT_SOURCE@") 0`."
    case .monitorRefused:
      "The default source\(named) records what the loudspeakers play, not a microphone. Connect a microphone, or "
        + "choose a source by name: `pactl list short sources`."
    case .noFrames:
      "The microphone\(named) gives no sound. It may be unplugged, asleep or held by the sound server; "
        + "try `parecord --device=\(subject ?? "@DEFAULT_SOURCE@") /dev/null`, or connect it again."
    case .overflow:
      "Sound was not taken from the microphone\(named) for too long and some was lost. The machine is overloaded, "
        + "or this is a bug in hwctl."
    case .refused:
      "The sound server refused the request\(why). Check its permissions with `pactl info`."
    case .stalled:
      "The sound server stopped playing\(why). Check the output with `pactl list short sinks`."
    case .fileUnreadable:
      detail ?? "The audio file cannot be read."
    }
  }

  private var named: String { subject.map { " \($0)" } ?? "" }
  private var at: String { subject.map { " at \($0)" } ?? "" }
  private var why: String { detail.map { " (\($0))" } ?? "" }
}
