internal import Domain

/// What a model is given: the request as one JSON object, every part cut to its limit.
///
/// JSON's quoting is the wall between the policy and whatever people say or applications show.
struct PromptPayload: Encodable {
  var transcript: String
  var style: String
  var casing: String
  var lists: String
  var locale: String?
  var profile: String?
  var application: String?
  var role: String?
  var isMultiline: Bool?
  var nearbyText: String?
  var dictionary: [String]?

  /// - Precondition: the transcript is within `RequestLimits.transcript`; the router sees to it.
  init(_ request: RefinementRequest) {
    let context = request.context
    transcript = request.transcript
    style = request.style.rawValue
    casing = request.casing.rawValue
    lists = request.lists.rawValue
    locale = context.locale?.beginning(units: RequestLimits.locale)
    profile = context.profile?.beginning(units: RequestLimits.name)
    application = context.application?.beginning(units: RequestLimits.name)
    role = context.role?.beginning(units: RequestLimits.name)
    isMultiline = context.isMultiline
    nearbyText = context.nearbyText?.ending(units: RequestLimits.nearbyText)
    let terms = context.dictionary.lazy.filter { $0.utf16.count <= RequestLimits.dictionaryTerm }
      .prefix(RequestLimits.dictionaryTerms)
    dictionary = terms.isEmpty ? nil : Array(terms)
  }

  var json: String { JSONText.encode(self) }
}
