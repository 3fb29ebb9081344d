import Glibc
import SystemCalls
import TestSupport
import Testing

/// `hwctl models` as people use it.
@Suite struct ModelCommandTests {
  @Test func `a model is installed from an archive, chosen, checked and removed`() async throws {
    let home = try Home(linkingModels: false)
    let folder = home.folder.path + "/archive.tar"
    let packed = try await Program.run(
      ["tar", "-C", Files.parent(of: try Home.preparedModel()), "-cf", folder, "1"])
    try #require(packed.status == 0)
    let installed = try await home.hwctl("models", "install", "--from", folder)
    #expect(installed.status == 0, "\(installed.errors)")
    #expect(
      installed.output.contains("moonshine-base-en 1 is installed in \(home.models)/moonshine-base-en/1"))
    #expect(try await home.hwctl("models", "list").output.contains("* moonshine-base-en"))
    #expect(try await home.hwctl("models", "path").output == "\(home.models)/moonshine-base-en/1\n")
    #expect(try await home.hwctl("models", "verify").status == 0)
    #expect(
      try await home.hwctl("models", "use", "moonshine-base-en", "--json").output.contains(
        #""needsRestart":false"#))
    #expect(try await home.hwctl("models", "remove", "moonshine-base-en").status == 1, "it is in use")
    #expect(try await home.hwctl("models", "remove", "moonshine-base-en", "--force").status == 0)
    #expect(try await home.hwctl("models", "path").status == 1)
    #expect(try Files.names(in: home.models) == [".staging"])
  }

  @Test func `choosing a model changes that alone in the preferences`() async throws {
    let home = try Home(linkingModels: false)
    _ = try await home.copyModel()
    #expect(try await home.hwctl("models", "use", "moonshine-base-en").status == 0)
    #expect(!Files.exists(home.preferences), "it is the one in use")
    try home.write(
      #"{"schemaVersion": 2, "speech": {"model": "other", "idleExitSeconds": 60}, "cues": {"start": false}}"#,
      to: home.preferences)
    #expect(try await home.hwctl("models", "use", "moonshine-base-en").status == 0)
    let written = try #require(home.read(home.preferences))
    let words = written.split { $0.isWhitespace }.joined()
    #expect(
      words
        == #"{"schemaVersion":2,"speech":{"model":"moonshine-base-en","idleExitSeconds":60},"cues":{"start":false}}"#
    )
  }

  @Test func `a damaged model is told by verify and is not chosen`() async throws {
    let home = try Home(linkingModels: false)
    let model = try await home.copyModel()
    truncate(model + "/tokens.txt", 1_000)
    for command in ["verify", "use"] {
      let answer = try await home.hwctl("models", command, "moonshine-base-en")
      #expect(answer.status == 4)
      #expect(answer.errors.contains("tokens.txt is damaged"))
    }
    #expect(!Files.exists(home.preferences))
  }

  @Test func `an unknown model, nothing to install and an undeclared file are refused with the reason`()
    async throws
  {
    let home = try Home(linkingModels: false)
    let unknown = try await home.hwctl("models", "install", "gpt")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("parakeet-tdt-0.6b-v3-int8"))
    #expect(try await home.hwctl("models", "install").status == 2)
    let model = try await home.copyModel()
    try home.write("x", to: model + "/run.sh")
    let refused = try await home.hwctl("models", "install", "--from", model)
    #expect(refused.status == 4)
    #expect(refused.errors.contains("'run.sh'"))
  }

  @Test func `an installation that is killed leaves nothing that is found, and the next one works`()
    async throws
  {
    let home = try Home(linkingModels: false)
    let model = try Home.preparedModel()
    for milliseconds in [5, 20, 40, 60, 80, 120, 200, 300] {
      _ = try await Program.run(
        [
          "timeout", "-s", "KILL", "\(Double(milliseconds) / 1_000)", Program.path(of: "hwctld"), "once",
          "models", "install",
          "--from", model,
        ], home.environment)
      // There it is whole, or it is not there.
      if Files.exists(home.models + "/moonshine-base-en/1") {
        #expect(try await home.hwctl("models", "verify").status == 0)
      }
    }
    #expect(try await home.hwctl("models", "install", "--from", model).status == 0)
    #expect(try Files.names(in: home.models + "/.staging") == [])
    #expect(try await home.hwctl("models", "verify").status == 0)
  }
}
