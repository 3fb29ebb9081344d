/// Words that the check of a refined text goes by.
enum RefinementWords {
  /// Beginnings of texts that speak to the user or of the task. Lower case, without punctuation.
  static let answers = [
    "sure", "certainly", "of course i", "absolutely", "here is", "here's", "here are", "i'm sorry but",
    "i am sorry but",
    "i'm sorry i", "i apologize", "i cannot", "i can't help", "i can't assist", "i'm unable", "i am unable",
    "as an ai",
    "as a language model", "as an assistant", "i'm an ai", "i am an ai", "i'd be happy", "i would be happy",
    "i'd love to",
    "happy to help", "great question", "good question", "thank you for", "thanks for", "you're welcome",
    "let me know", "the answer is", "the corrected", "the cleaned", "the edited", "the refined",
    "corrected text",
    "cleaned text", "edited text", "refined text", "output", "transcript", "note that", "please provide",
    "the text", "this text", "yes", "no", "unfortunately", "it seems", "it looks like",
  ].map { $0.split(separator: " ").map(String.init) }

  /// What may come or go without a change of meaning that could be measured by words.
  static let small: Set<String> = Set(
    """
    a an the this that these those to of and or but so in on at by for with from as is are was were be been being am do does
    did has have had will would can could shall should may might it its it's i you he she we they me him her us them my your
    his our their there here then than if when which who what also just well now please very too some any all
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Sounds, and words that are said while one looks for the next.
  static let fillers: Set<String> = [
    "um", "uh", "uhm", "umm", "uhh", "er", "erm", "err", "ah", "eh", "hm", "hmm", "mm", "mhm", "like", "okay",
    "ok",
    "right", "so", "well", "actually", "basically", "literally", "yeah", "you", "know", "mean", "kind",
    "sort", "guess",
    "oh", "anyway", "i",
  ]

  /// After one of these the words before may be taken back ("at five, no, at six").
  static let corrections: [[String]] = [
    ["no"], ["sorry"], ["i", "mean"], ["wait"], ["rather"], ["actually"], ["correction"], ["make", "that"],
    ["scratch", "that"], ["or", "rather"], ["let", "me", "rephrase"],
  ]

  /// With contractions as recognisers write them without their apostrophe.
  static let negations: Set<String> = Set(
    ["not", "never", "cannot", "nor", "neither"]
      + Contractions.expansions.filter { $0.value.last == "not" || $0.value == ["cannot"] }
      .map { $0.key.filter { $0 != "'" } })

  /// A text that begins with one of these asks, or names what follows ("when I am home").
  static let asking: Set<String> = [
    "what", "who", "whom", "whose", "where", "when", "why", "how", "which", "what's", "who's", "where's",
    "how's",
  ]

  /// With one of `subjects` behind it, such a word asks for yes or no.
  static let auxiliaries: Set<String> = [
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "shall", "should",
    "may", "has",
    "have", "had",
  ]

  static let subjects: Set<String> = [
    "i", "you", "he", "she", "it", "we", "they", "this", "that", "there", "the",
  ]

  /// Words that become the marks of a list.
  static let marks: Set<String> = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "firstly",
    "secondly",
    "thirdly", "lastly", "finally", "number", "point", "bullet", "item", "next", "step", "one", "two",
    "three", "four",
    "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// Names of signs that a refiner may write as signs.
  static let signs: Set<String> = [
    "comma", "period", "full", "stop", "question", "mark", "exclamation", "colon", "semicolon", "quote",
    "unquote", "dash",
    "hyphen", "new", "line", "paragraph", "percent", "dollars", "euros", "degrees", "dot", "at", "slash",
    "underscore",
    "open", "close", "parenthesis",
  ]
}
