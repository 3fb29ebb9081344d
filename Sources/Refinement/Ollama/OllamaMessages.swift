/// What Ollama's HTTP API says. Beyond what is needed every member is optional: servers of different ages differ.
enum OllamaMessages {
  struct Version: Decodable { var version: String }

  struct Models: Decodable { var models: [Model]? }

  /// In /api/tags and /api/ps.
  struct Model: Decodable {
    var name: String
    var digest: String?
    var size: Int?
    var remoteModel: String?
    var remoteHost: String?
    /// In /api/ps only; RFC 3339.
    var expiresAt: String?

    enum CodingKeys: String, CodingKey {
      case name, digest, size
      case remoteModel = "remote_model"
      case remoteHost = "remote_host"
      case expiresAt = "expires_at"
    }

    var isRemote: Bool { remoteModel?.isEmpty == false || remoteHost?.isEmpty == false }
  }

  /// Of /api/show.
  struct Details: Decodable {
    var remoteModel: String?
    var remoteHost: String?
    var capabilities: [String]?

    enum CodingKeys: String, CodingKey {
      case capabilities
      case remoteModel = "remote_model"
      case remoteHost = "remote_host"
    }

    var isRemote: Bool { remoteModel?.isEmpty == false || remoteHost?.isEmpty == false }
  }

  struct Name: Encodable { var model: String }

  struct Chat: Encodable {
    struct Message: Encodable {
      var role: String
      var content: String
    }

    /// The same in every request: another value of num_ctx would load the model anew.
    struct Options: Encodable {
      var contextTokens: Int
      var temperature: Int?
      var predictedTokens: Int?

      enum CodingKeys: String, CodingKey {
        case temperature
        case contextTokens = "num_ctx"
        case predictedTokens = "num_predict"
      }
    }

    var model: String
    /// None: the model is only loaded, or with `keepAlive` 0 unloaded.
    var messages: [Message] = []
    var stream = false
    /// Left out, a model that can think would.
    var think: Bool?
    /// Rather an error than a prompt whose beginning was dropped.
    var truncate: Bool?
    var format: JSONValue?
    var options: Options?
    /// Seconds. Left out, a loaded model keeps what it has.
    var keepAlive: Int?

    enum CodingKeys: String, CodingKey {
      case model, messages, stream, think, truncate, format, options
      case keepAlive = "keep_alive"
    }
  }

  /// One object of an answer of /api/chat; streamed or not, errors come as one, under status 200 too.
  struct ChatPart: Decodable {
    struct Message: Decodable { var content: String? }

    var model: String?
    var remoteModel: String?
    var remoteHost: String?
    var message: Message?
    var done: Bool?
    var doneReason: String?
    var error: String?

    enum CodingKeys: String, CodingKey {
      case model, message, done, error
      case remoteModel = "remote_model"
      case remoteHost = "remote_host"
      case doneReason = "done_reason"
    }

    var isRemote: Bool { remoteModel?.isEmpty == false || remoteHost?.isEmpty == false }
  }

  struct Failure: Decodable { var error: String? }
}
