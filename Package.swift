// swift-tools-version: 6.2
import PackageDescription

// The targets are the architecture (docs/ARCHITECTURE.md). Pure targets depend on pure targets only;
// an edge depends on pure targets, on SystemCalls and on its own C library; only executables know all.

/// Where `make setup` unpacks the pinned speech runtime.
let speechRuntime = "\(Context.packageDirectory)/.deps/sherpa-onnx"

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Test-only relaxations are none: tests are built with the same settings.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "hwctl",
  products: [
    .executable(name: "hwctld", targets: ["hwctld"]),
    .executable(name: "hwctl", targets: ["hwctl"]),
    .executable(name: "hwctl-speech", targets: ["hwctl-speech"]),
  ],
  targets: [
    // C libraries
    .target(name: "CSystem"),
    .target(name: "CWayland", linkerSettings: [.linkedLibrary("wayland-client")]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev"),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev"),
    .systemLibrary(name: "CPulse", pkgConfig: "libpulse"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CXkbcommon", pkgConfig: "xkbcommon"),
    .systemLibrary(name: "CXCB", pkgConfig: "xcb"),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile"),
    .systemLibrary(name: "CSamplerate", pkgConfig: "samplerate"),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
    .systemLibrary(name: "CSherpa"),

    // Pure
    target("Domain"),
    target("BindingEngine", ["Domain"]),
    target("Drivers", ["Domain"]),
    target("Transcript", ["Domain"]),
    target("Scenario", ["Domain", "BindingEngine", "Drivers"]),
    target("ControlProtocol", ["Domain"]),
    target("CommandSyntax", ["Domain"]),

    // Edges
    target("SystemCalls", ["CSystem", "Domain"]),
    target("Digests", ["CNettle", "SystemCalls"]),
    target("Models", ["Digests", "SystemCalls"]),
    target("MessageBus", ["CSystemd", "Domain", "SystemCalls"]),
    target("HIDTransport", ["CSystem", "CEvdev", "CUdev", "Domain", "Drivers", "SystemCalls"]),
    target("Desktop", ["Domain", "MessageBus", "SystemCalls"]),
    target("KeyboardInput", ["CSystem", "CEvdev", "CUdev", "Domain", "SystemCalls"]),
    target("Profiles", ["Domain", "SystemCalls", "Transcript"]),
    target("Audio", ["CPulse", "CSndfile", "CSamplerate", "CSystem", "Domain", "SystemCalls"]),
    target("ModelInstall", ["CArchive", "CCurl", "CSystem", "Digests", "Models", "SystemCalls"]),
    target("Speech", ["CSystem", "Domain", "Models", "SystemCalls"]),
    target("Refinement", ["CCurl", "Domain", "SystemCalls", "Transcript"]),
    target(
      "Delivery",
      ["CSystem", "CEvdev", "CXkbcommon", "CXCB", "CWayland", "Domain", "MessageBus", "SystemCalls"]),
    target("Terminal", ["CommandSyntax", "ControlProtocol", "Domain", "SystemCalls", "Transcript"]),
    target("VoiceHistory", ["CSQLite", "CSystem", "Domain", "Digests", "SystemCalls", "Transcript"]),

    // Composition
    target(
      "Dictation",
      [
        "Domain", "Transcript", "Audio", "Models", "Speech", "Refinement", "Delivery", "VoiceHistory",
        "SystemCalls",
      ]),
    target(
      "Runtime",
      [
        "CSystem", "CSystemd", "Domain", "BindingEngine", "Drivers", "Scenario", "ControlProtocol",
        "SystemCalls", "HIDTransport", "KeyboardInput", "Desktop", "MessageBus", "Profiles", "Audio",
        "Speech", "Delivery", "Dictation",
        "VoiceHistory",
      ]),
    .executableTarget(
      name: "hwctld",
      dependencies: [
        "BindingEngine",
        "Domain", "CommandSyntax", "ControlProtocol", "SystemCalls", "Terminal", "Runtime", "Scenario",
        "Audio", "ModelInstall", "Models", "Speech", "Transcript", "Refinement", "Delivery", "Dictation",
        "VoiceHistory", "Profiles", "HIDTransport", "KeyboardInput", "Desktop", "MessageBus", "Drivers",
        "CSystem", "Digests",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "hwctl",
      dependencies: [
        "Domain", "Drivers", "Models", "Scenario", "CommandSyntax", "ControlProtocol", "SystemCalls",
        "Terminal", "Profiles", "Transcript", "VoiceHistory", "CSystem",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "hwctl-speech",
      dependencies: ["Domain", "Models", "Speech", "CSherpa", "SystemCalls", "CSystem"],
      swiftSettings: strict + [.unsafeFlags(["-Xcc", "-I\(speechRuntime)/include"])],
      linkerSettings: [
        .unsafeFlags([
          "-L\(speechRuntime)/lib",
          // Installed: beside the library folder. From the checkout: the unpacked runtime.
          "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/hwctl",
          "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../../../.deps/sherpa-onnx/lib",
        ])
      ]),

    // The keyboard thread alone, for the real-kernel lane and the benchmark.
    .executableTarget(
      name: "keyboard-tester", dependencies: ["KeyboardInput", "Delivery", "Domain", "SystemCalls"],
      path: "Tests/KeyboardTester", swiftSettings: strict),

    // The history alone, to be killed, failed and measured.
    .target(name: "CFaults", path: "Tests/CFaults"),
    .executableTarget(
      name: "history-tester",
      dependencies: ["VoiceHistory", "Audio", "Digests", "Domain", "SystemCalls", "CFaults"],
      path: "Tests/HistoryTester", swiftSettings: strict),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["SystemCalls"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "BusTesting", dependencies: ["MessageBus"], path: "Tests/BusTesting", swiftSettings: strict),
    .target(
      name: "DesktopTesting", dependencies: ["SystemCalls", "TestSupport"], path: "Tests/DesktopTesting",
      exclude: ["editable.py", "gtk-receiver.py"], swiftSettings: strict),
    tests("Domain", ["Domain"]),
    .target(
      name: "BindingSimulation", dependencies: ["BindingEngine", "Domain"],
      path: "Tests/BindingSimulation", swiftSettings: strict),
    tests(
      "BindingEngine", ["BindingEngine", "BindingSimulation", "Domain", "Drivers", "Scenario"]),
    tests("Drivers", ["Drivers", "Domain"]),
    tests("Scenario", ["Scenario", "BindingEngine", "Domain", "Drivers"]),
    tests("Transcript", ["Transcript", "Domain"]),
    tests("ControlProtocol", ["ControlProtocol", "Domain"]),
    tests("CommandSyntax", ["CommandSyntax"]),
    tests("SystemCalls", ["SystemCalls", "Digests", "Domain", "TestSupport"]),
    tests(
      "HIDTransport",
      [
        "HIDTransport", "Drivers", "Domain", "SystemCalls", "CEvdev", "CSystem", "BindingEngine",
        "Delivery", "Runtime", "Scenario",
      ]),
    tests("MessageBus", ["MessageBus", "BusTesting", "Domain", "SystemCalls"]),
    tests("Desktop", ["Desktop", "MessageBus", "BusTesting", "Domain", "SystemCalls"]),
    tests("KeyboardInput", ["KeyboardInput", "Domain", "SystemCalls", "CEvdev", "CSystem"]),
    tests("Profiles", ["Profiles", "Domain", "Drivers", "SystemCalls", "TestSupport"]),
    tests("Audio", ["Audio", "Domain", "SystemCalls", "TestSupport"]),
    tests("ModelInstall", ["ModelInstall", "Models", "SystemCalls", "Digests", "TestSupport"]),
    tests("Models", ["Models", "SystemCalls", "Digests", "TestSupport"]),
    tests("Speech", ["Speech", "Models", "Domain", "SystemCalls", "TestSupport"]),
    tests("Refinement", ["CCurl", "Refinement", "Domain", "SystemCalls", "TestSupport", "Transcript"]),
    tests(
      "Delivery",
      [
        "CEvdev", "CXCB", "CXkbcommon", "CSystem", "BusTesting", "Delivery", "DesktopTesting", "Domain",
        "MessageBus", "SystemCalls", "TestSupport",
      ]),
    tests(
      "VoiceHistory",
      ["VoiceHistory", "Domain", "Digests", "SystemCalls", "CSQLite", "TestSupport"]),
    tests(
      "Dictation",
      [
        "Dictation", "Domain", "Audio", "Models", "Speech", "Delivery", "VoiceHistory", "SystemCalls",
        "TestSupport",
      ]),
    tests(
      "Runtime",
      [
        "Runtime", "Domain", "BindingEngine", "ControlProtocol", "Dictation", "Scenario",
        "SystemCalls", "Profiles", "Drivers", "TestSupport", "Desktop", "Delivery", "HIDTransport",
      ]),
    tests(
      "Commands", ["CSystem", "ControlProtocol", "DesktopTesting", "Domain", "SystemCalls", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make soak`: in release, and not part of any other build.
if Context.environment["HWCTL_SOAK"] != nil {
  package.targets.append(
    .executableTarget(
      name: "hwctl-soak", dependencies: ["BindingSimulation"], path: "Tests/soak",
      swiftSettings: strict))
}

// `make fuzz` (Fuzzing/run): an executable linked to libFuzzer.
if Context.environment["HWCTL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "hwctl-fuzz",
      dependencies: [
        "ControlProtocol", "Domain", "Drivers", "Profiles", "Runtime", "Scenario", "SystemCalls",
        "VoiceHistory",
      ],
      path: "Fuzzing/hwctl-fuzz",
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
