/// Words that decide what a command means where it stands.
enum SpokenWords {
  /// Before one of these a word is a noun ("a long period", "the colon"), so no sign.
  static let determiners: Set<String> = [
    "a", "an", "the", "this", "that", "these", "those", "each", "every", "no", "any", "some", "my",
    "your", "his",
    "her", "our", "their", "its", "another", "which", "what", "of", "in", "word", "per", "called",
  ]

  /// A line that begins with one of these and is short is a greeting or a closing: its comma stays before a line break.
  static let letterOpenings: Set<String> = [
    "dear", "hi", "hello", "hey", "good", "greetings", "best", "kind", "warm", "regards", "sincerely",
    "yours", "thanks",
    "thank", "cheers", "respectfully", "love", "cordially", "faithfully", "many",
  ]
  /// "Thank you very much indeed": more is no greeting.
  static let letterWords = 5

  /// Said before one takes something back; they go with the command and are not what it takes back.
  static let leadIns: Set<String> = [
    "no", "oh", "wait", "sorry", "actually", "um", "uh", "er", "hm", "hmm", "ah", "okay", "ok", "well",
    "oops", "nope",
    "hang", "on", "hold",
  ]

  /// A sentence that begins with one of these goes on to say what to do: "If you get spam, delete that." is text.
  static let conditions: Set<String> = [
    "if", "when", "whenever", "once", "after", "before", "unless", "until", "while", "because", "since", "as",
    "where",
    "wherever", "whatever", "please", "then", "next", "finally", "should", "although", "though", "don't",
    "never", "to",
  ]
  /// Words looked back for one of them: a longer sentence is taken for no condition.
  static let conditionReach = 40

  /// Words looked back for a sentence in an item: a longer item keeps its full stop.
  static let itemReach = 200

  /// Words that are small inside a sentence, whoever wrote them large at the beginning of one.
  static let smallInside: Set<String> = Set(
    """
    a an the this that these those and or but so nor yet for of to in on at by with from into onto over under about after
    before between through during as if when while because since until unless than then there here he she it we you they
    his her its our your their my me him us them is are was were be been do does did have has had will would can could shall
    should may might must not no yes what which who whom whose where why how all any both each every some such just also
    maybe perhaps please only very too now
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// The dot belongs to these, and a sentence goes on.
  static let titles: Set<String> = [
    "dr", "mr", "mrs", "ms", "prof", "st", "vs", "e.g", "i.e", "no", "fig", "vol", "approx", "gen", "sen",
    "rep", "rev",
  ]
  /// The dot belongs to these, and a sentence goes on unless a capital follows.
  static let shortForms: Set<String> = [
    "etc", "a.m", "p.m", "jr", "sr", "inc", "ltd", "co", "corp", "u.s", "u.k", "ph.d", "al",
  ]
}
