import Models
import Terminal

/// `hwctl models list`: what is installed, then what the catalogue has beside it.
enum ModelsList {
  private struct Row: Encodable {
    enum State: String, Encodable {
      case installed, available, damaged
    }

    let id, version: String
    let state: State
    let isInUse: Bool
    let engine: String?
    let languages: [String]
    let licence: String?
    let wordTimes: Bool
    let memoryMegabytes: Int?
    /// What must be fetched.
    let downloadBytes: Int?
    let folder, problem, summary: String?
  }

  static func print(_ models: InstalledModels, inUse: String, json: Bool) {
    let installed = models.all()
    var rows: [Row] = []
    for model in installed where !rows.contains(where: { $0.id == model.id }) {
      rows.append(row(model, isInUse: model.id == inUse))
    }
    for entry in ModelCatalogue.entries where !rows.contains(where: { $0.id == entry.id }) {
      rows.append(row(entry, isInUse: entry.id == inUse))
    }
    json ? Terminal.print(json: rows) : Terminal.print(text(rows))
  }

  private static func row(_ model: InstalledModels.Model, isInUse: Bool) -> Row {
    let entry = ModelCatalogue.entry(model.id)
    switch model.manifest {
    case .success(let manifest):
      return Row(
        id: model.id, version: model.version, state: .installed, isInUse: isInUse,
        engine: manifest.engine.rawValue,
        languages: manifest.languages, licence: manifest.licence, wordTimes: manifest.capabilities.wordTimes,
        memoryMegabytes: manifest.capabilities.memoryMegabytes
          ?? entry?.manifest.capabilities.memoryMegabytes,
        downloadBytes: nil, folder: model.folder, problem: nil, summary: entry?.summary)
    case .failure(let error):
      return Row(
        id: model.id, version: model.version, state: .damaged, isInUse: isInUse, engine: nil, languages: [],
        licence: nil, wordTimes: false, memoryMegabytes: nil, downloadBytes: nil, folder: model.folder,
        problem: error.message, summary: entry?.summary)
    }
  }

  private static func row(_ entry: CatalogueEntry, isInUse: Bool) -> Row {
    let manifest = entry.manifest
    return Row(
      id: entry.id, version: manifest.version, state: .available, isInUse: isInUse,
      engine: manifest.engine.rawValue,
      languages: manifest.languages, licence: manifest.licence, wordTimes: manifest.capabilities.wordTimes,
      memoryMegabytes: manifest.capabilities.memoryMegabytes, downloadBytes: entry.downloadBytes, folder: nil,
      problem: nil, summary: entry.summary)
  }

  private static func text(_ rows: [Row]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { row in
      let name = row.id + String(repeating: " ", count: width - row.id.count)
      let state =
        switch row.state {
        case .installed: "installed"
        case .available: "\((row.downloadBytes ?? 0) / 1_000_000) MB to fetch"
        case .damaged: "damaged: \(row.problem ?? "")"
        }
      let memory = row.memoryMegabytes.map { ", needs \($0) MB of memory" } ?? ""
      let about = row.summary ?? "\(row.engine ?? "?"), \(row.languages.joined(separator: " "))"
      return "\(row.isInUse ? "*" : " ") \(name)  \(state)\(memory)\n    \(about)\n"
    }.joined()
  }
}
