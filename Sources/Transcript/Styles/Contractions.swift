/// Short forms with exactly one long form ("it's" may be "it is" or "it has", so it is not here).
enum Contractions {
  static let expansions: [String: [String]] = [
    "don't": ["do", "not"], "doesn't": ["does", "not"], "didn't": ["did", "not"], "can't": ["cannot"],
    "couldn't": ["could", "not"], "won't": ["will", "not"], "wouldn't": ["would", "not"],
    "shouldn't": ["should", "not"], "isn't": ["is", "not"], "aren't": ["are", "not"],
    "wasn't": ["was", "not"],
    "weren't": ["were", "not"], "hasn't": ["has", "not"], "haven't": ["have", "not"],
    "hadn't": ["had", "not"],
    "mustn't": ["must", "not"], "needn't": ["need", "not"], "i'm": ["I", "am"], "you're": ["you", "are"],
    "we're": ["we", "are"], "they're": ["they", "are"], "i've": ["I", "have"], "you've": ["you", "have"],
    "we've": ["we", "have"], "they've": ["they", "have"], "i'll": ["I", "will"], "you'll": ["you", "will"],
    "he'll": ["he", "will"], "she'll": ["she", "will"], "it'll": ["it", "will"], "we'll": ["we", "will"],
    "they'll": ["they", "will"], "gonna": ["going", "to"], "wanna": ["want", "to"], "gotta": ["have", "to"],
  ]
}
