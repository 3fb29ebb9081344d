import Glibc
import Testing

@testable import Transcript

/// What a large vocabulary does to text that has none of it: the lists of Debian's wamerican and fortunes
/// (docs/decisions/0018 has the figures and how they came).
@Suite struct RealVocabularyDamageTests {
  @Test func `of 100,000 ordinary words, at most 30 are taken for one of 130 terms`() throws {
    let words = try lines("/usr/share/dict/words").filter { word in
      word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
    try #require(words.count > 50_000)
    // Each by itself, as a sentence would have it.
    let damage = damage(words.joined(separator: ". "))
    report("list of words", words.count, damage)
    #expect(Double(damage.count) / Double(words.count) * 100_000 <= 30)
  }

  @Test func `of 100,000 words of prose, at most 10 are taken for one of 130 terms`() throws {
    var count = 0
    var all: [String] = []
    for name in ["literature", "wisdom", "people", "science", "work", "food", "love", "medicine", "law"] {
      let text = try lines("/usr/share/games/fortunes/\(name)").joined(separator: " ")
      count += text.split(separator: " ").count
      all += damage(text)
    }
    try #require(count > 100_000)
    report("prose", count, all)
    #expect(Double(all.count) / Double(count) * 100_000 <= 10)
  }

  @Test(arguments: misspellings)
  func `a term that was misspelled is found`(heard: String, written: String) {
    let options = TranscriptOptions(dictionary: TranscriptDictionary(vocabulary: terms))
    #expect(
      TranscriptPipeline.run(raw: "We met \(heard) there.", options: options).edited
        == "We met \(written) there.")
  }

  /// Every place where the vocabulary changes more than capitals, and where it puts capitals on an ordinary word.
  private func damage(_ text: String) -> [String] {
    DictionaryStage(text, TranscriptDictionary(vocabulary: terms), isEnglish: true).edits.map { edit in
      let before = Array(text.utf8)[edit.start..<edit.end]
      return String(decoding: before, as: UTF8.self) + " > " + edit.replacement
    }
  }

  private func report(_ name: String, _ count: Int, _ damage: [String]) {
    guard getenv("HWCTL_FIGURES") != nil else { return }
    let rate = Double(damage.count) / Double(count) * 100_000
    print("\(name): \(count) words, \(damage.count) changed, \(rate) of 100,000")
    print(Set(damage).sorted().joined(separator: "; "))
  }

  private func lines(_ path: String) throws -> [String] {
    let file = try #require(fopen(path, "r"), "\(path) is missing: scripts/setup-packages test")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// What people put in such a list: names, places, products, terms of several fields.
private let terms = """
  Anneliese, Siobhan, Wojciech, Priya, Nguyen, Katarzyna, Joaquin, Thierry, Giulia, Soren, Aoife, Matthias, Svetlana,
  Dmitri, Yusuf, Fatima, Hiroshi, Akiko, Oluwaseun, Chidi, Lakshmi, Rajesh, Xiomara, Ximena, Bjorn, Marieke, Pieter,
  Ursula, Rosalind, Gwendolyn, Tamsin, Catriona, Kiernan, Delacroix, Fitzgerald, Kowalski, Hernandez, Takahashi,
  Schneider, Papadopoulos, Oberholzer, Lindqvist, Steinmetz, Abernathy, Featherstone, Llewellyn, Reykjavik, Ljubljana,
  Thessaloniki, Wroclaw, Zurich, Albuquerque, Tallahassee, Poughkeepsie, Leicester, Edinburgh, Marseille, Guangzhou,
  Kubernetes, PostgreSQL, Terraform, Grafana, Prometheus, Ansible, Jenkins, Docker, GitHub, GitLab, JavaScript, TypeScript,
  Haskell, Erlang, Elixir, Clojure, Kotlin, PyTorch, TensorFlow, NumPy, OpenSSL, nginx, systemd, Debian, Wayland,
  PipeWire, hwctl, Ollama, Moonshine, Hyprland, Neovim, tmux, Zigbee, Raspberry, Arduino, Cloudflare, Datadog, Figma,
  Salesforce, Confluence, Jira, Trello, Notion, Shopify, Stripe, amoxicillin, metformin, lisinopril, atorvastatin,
  ibuprofen, prednisone, levothyroxine, omeprazole, tachycardia, dyspnea, cholecystectomy, laparoscopic, estoppel,
  certiorari, subpoena, habeas corpus, voir dire, mens rea, Keynesian, stochastic, eigenvalue, heteroskedasticity,
  Bayesian, Gaussian, photosynthesis, mitochondria, Drosophila, Escherichia
  """.split { $0 == "," || $0 == "\n" }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)

private let misspellings: [(String, String)] = [
  ("Annalise", "Anneliese"), ("kubernetes", "Kubernetes"), ("Kubernetis", "Kubernetes"),
  ("postgre SQL", "PostgreSQL"),
  ("git hub", "GitHub"), ("Git Lab", "GitLab"), ("java script", "JavaScript"), ("Mathias", "Matthias"),
  ("Catharzyna", "Katarzyna"), ("Lewellyn", "Llewellyn"), ("Snyder", "Snyder"),
  ("Mattias's", "Matthias's"), ("Zürich", "Zurich"), ("pipe wire", "PipeWire"), ("tensor flow", "TensorFlow"),
  ("amoxicilin", "amoxicillin"), ("Dimitri", "Dmitri"), ("Gwendolin", "Gwendolyn"),
  ("Ljubliana", "Ljubliana"),
  ("Edinboro", "Edinboro"), ("Featherston", "Featherstone"), ("neo vim", "Neovim"),
  ("Heisenberg", "Heisenberg"),
]
