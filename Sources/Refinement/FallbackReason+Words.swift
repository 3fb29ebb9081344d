extension FallbackReason {
  /// For people: what happened and what to do, in whole sentences. Without text of theirs.
  ///
  /// - Parameter model: the model that was asked.
  public func message(model: String) -> String {
    switch self {
    case .off: "No refiner is chosen."
    case .remoteCapable:
      "The refiner could send text to another machine, and only local ones are allowed. Choose a local one."
    case .wrongIdentity:
      "Another model than '\(model)' answered. What it said was dropped. Look at what listens on port 11434: "
        + "ss -tlnp 'sport = :11434'"
    case .empty: "There was nothing to refine."
    case .tooLong:
      "The text is longer than \(RequestLimits.transcript) characters, which is all that is refined at once."
    case .deadline:
      "The model '\(model)' did not answer in time. Choose a smaller one, or allow more time in the preferences."
    case .cancelled: "It was cancelled."
    case .overloaded:
      "Earlier requests have not ended although they were cancelled. Start the refiner again: systemctl restart ollama"
    case .stopped: "hwctl was ending."
    case .unreachable:
      "Ollama is not running: nothing listens on 127.0.0.1:11434. Start it: ollama serve (or: systemctl start ollama)"
    case .notOllama:
      "What listens on 127.0.0.1:11434 is not Ollama. Look at what it is: ss -tlnp 'sport = :11434'"
    case .outdated:
      "Ollama is older than \(OllamaVersion.oldest), which is needed. Install the current one: https://ollama.com/download"
    case .modelMissing: "The model '\(model)' is not installed. Install it: ollama pull \(model)"
    case .modelRemote:
      "The model '\(model)' runs on another machine, so nothing was sent to it. Choose a local one: ollama list"
    case .modelChanged:
      "The model '\(model)' is not the one whose digest is in the preferences, so nothing was sent to it. If you "
        + "updated it, put its new digest there: ollama list"
    case .modelUnfit: "The model '\(model)' cannot write text. Choose another: ollama list"
    case .busy: "Ollama has too many requests waiting. It will do again when they are done."
    case .failed: "Ollama could not run the model '\(model)'. Its log says why: journalctl -u ollama -n 50"
    case .redirected:
      "What listens on 127.0.0.1:11434 wanted to send the request elsewhere, which hwctl never does. Look at what it is: "
        + "ss -tlnp 'sport = :11434'"
    case .truncated: "The model '\(model)' did not come to an end, so its answer was dropped."
    case .malformed: "The answer of the model '\(model)' could not be read, so it was dropped."
    case .tooLarge: "The answer of the model '\(model)' was far too long, so it was dropped."
    case .rejected: "What the model '\(model)' wrote is not what was said, so it was dropped."
    }
  }
}
