// swift-tools-version: 6.2
// Meditation: a line-based terminal player for meditation sessions.
// Copyright (C) 2026 The Meditation authors. GPL-3.0-or-later; see LICENSE.

import PackageDescription

/// Set by '.ci/test': another compiler's new warning stops nobody who only builds the program.
let isStrict = Context.environment["MEDITATION_STRICT"] != nil
/// The modules that '.ci/test' optimizes in its debug build, because their tests compute for long.
let optimized = Context.environment["MEDITATION_OPTIMIZED", default: ""].split(separator: " ")

func settings(of target: String) -> [SwiftSetting] {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if isStrict { settings.append(.treatAllWarnings(as: .error)) }
  if optimized.contains(Substring(target)) { settings.append(.unsafeFlags(["-O"])) }
  return settings
}

/// What Debian asks of C: bounds that are known are checked. It needs an optimized build.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

func product(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package)
}

/// Options, help, exit codes and shell completions: the platform's own parser for them.
let argumentParser = product("ArgumentParser", of: "swift-argument-parser")
/// Differences that read well, in tests of the program's modules; no library uses it.
let customDump = product("CustomDump", of: "swift-custom-dump")
/// Reports a failed expectation to whichever test framework runs, at the caller's line.
let issueReporting = ["IssueReporting", "IssueReportingTestSupport"].map {
  product($0, of: "xctest-dynamic-overlay")
}
/// File paths as the bytes that they are, valid UTF-8 or not.
let systemPackage = product("SystemPackage", of: "swift-system")

/// What a target may import of the package, from the layers below its own, and of others.
func target(
  _ name: String, _ modules: [Target.Dependency] = [], _ others: [Target.Dependency] = []
) -> Target {
  .target(name: name, dependencies: modules + others, swiftSettings: settings(of: name))
}

func tests(
  _ name: String, _ modules: [Target.Dependency] = [], _ others: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: modules + others, exclude: exclude, swiftSettings: settings(of: name))
}

let package = Package(
  name: "Meditation",
  products: [
    .library(name: "MeditationCore", targets: ["MeditationCore", "MeditationPlan"]),
    .library(name: "MeditationTesting", targets: ["MeditationTesting"]),
    .library(name: "MeditationScripts", targets: ["MeditationScripts"]),
  ],
  // Not exact versions: those who use the libraries resolve these packages together with their own.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Without its trait, which SwiftPM names to the compiler in another order at each run, so that every
    // build would begin anew.
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // Layer 0: what all layers above read and say, C libraries, and what only C can do.
    target("MeditationText"),
    target("MeditationPlan", ["MeditationText"]),
    .target(name: "CMeditationProcess", path: "Sources/C/Process", cSettings: fortified),
    .systemLibrary(
      name: "CMeditationAo", path: "Sources/C/Ao", pkgConfig: "ao", providers: [.apt(["libao-dev"])]
    ),
    .systemLibrary(
      name: "CMeditationEBUR128", path: "Sources/C/EBUR128", pkgConfig: "libebur128",
      providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CMeditationSQLite", path: "Sources/C/SQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CMeditationSndfile", path: "Sources/C/Sndfile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CMeditationSoxr", path: "Sources/C/Soxr", pkgConfig: "soxr",
      providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(
      name: "CMeditationVorbis", path: "Sources/C/Vorbis", pkgConfig: "vorbis",
      providers: [.apt(["libvorbis-dev"])]),
    // Not through pkg-config: it adds flags that SwiftPM refuses with a warning.
    .systemLibrary(
      name: "CMeditationReadline", path: "Sources/C/Readline",
      providers: [.apt(["libreadline-dev"])]),
    .target(name: "CMeditationSocket", path: "Sources/C/Socket", cSettings: fortified),
    .target(name: "CMeditationCells", path: "Sources/C/Cells", cSettings: fortified),
    .target(
      name: "CMeditationTerminal", dependencies: ["CMeditationReadline"],
      path: "Sources/C/Terminal",
      cSettings: fortified),
    // Uses the headers of libsystemd-dev; the library is loaded at run time, where there is a bus.
    .target(name: "CMeditationBus", path: "Sources/C/Bus", cSettings: fortified),
    // Uses the headers of libpulse-dev; the library is loaded at run time, where a server plays.
    .target(name: "CMeditationPulse", path: "Sources/C/Pulse", cSettings: fortified),
    target("MeditationSystem", ["CMeditationProcess", "CMeditationSQLite"], [systemPackage]),

    // Layer 1: what a session is, how sound flows, what a line means.
    target("MeditationCore", ["MeditationPlan", "MeditationText"]),
    target(
      "MeditationEngine", ["CMeditationSocket", "MeditationPlan", "MeditationSystem"],
      [systemPackage]),
    target("MeditationLanguage", ["MeditationCore", "MeditationPlan", "MeditationText"]),
    // What others test sessions with. It needs no more than the session, so that it is built fast.
    target("MeditationTesting", ["MeditationCore", "MeditationPlan"], issueReporting),

    // Layer 2: songs, sounds and devices; sits and sets; the controller.
    target(
      "MeditationAudio",
      [
        "CMeditationAo", "CMeditationEBUR128", "CMeditationProcess", "CMeditationPulse",
        "CMeditationSndfile", "CMeditationSoxr", "CMeditationVorbis", "MeditationEngine",
        "MeditationPlan", "MeditationSystem",
      ],
      [systemPackage]),
    target(
      "MeditationLibrary",
      ["MeditationEngine", "MeditationPlan", "MeditationSystem", "MeditationText"],
      [systemPackage]),
    target(
      "MeditationPractice",
      [
        "MeditationCore", "MeditationLibrary", "MeditationPlan", "MeditationSystem",
        "MeditationText",
      ],
      [systemPackage]),
    target(
      "MeditationScreens",
      [
        "MeditationCore", "MeditationLanguage", "MeditationPlan", "MeditationPractice",
        "MeditationText",
      ],
      [systemPackage]),
    target(
      "MeditationControl",
      [
        "MeditationCore", "MeditationEngine", "MeditationLanguage", "MeditationPlan",
        "MeditationPractice", "MeditationScreens", "MeditationSystem", "MeditationText",
      ], [systemPackage]),

    // Layer 3: the clients of a session. The prompt and the socket print the same lines.
    target(
      "MeditationLines",
      [
        "CMeditationCells", "MeditationControl", "MeditationCore", "MeditationLanguage",
        "MeditationPlan", "MeditationPractice", "MeditationScreens", "MeditationSystem",
        "MeditationText",
      ], [systemPackage]),
    target(
      "MeditationTerminal",
      [
        "CMeditationReadline", "CMeditationTerminal", "MeditationCore", "MeditationLanguage",
        "MeditationLines", "MeditationPlan", "MeditationScreens", "MeditationSystem",
        "MeditationText",
      ], [systemPackage]),
    target(
      "MeditationRemote",
      [
        "CMeditationBus", "CMeditationSocket", "MeditationControl", "MeditationCore",
        "MeditationLanguage", "MeditationLines", "MeditationPlan", "MeditationPractice",
        "MeditationScreens", "MeditationSystem", "MeditationText",
      ], [systemPackage]),

    // Layer 4: the program, and scripts as tests of others.
    target(
      "MeditationScripts",
      ["MeditationControl", "MeditationCore", "MeditationLanguage", "MeditationTesting"]),
    .executableTarget(
      name: "meditate",
      dependencies: [
        "CMeditationTerminal", "MeditationAudio", "MeditationControl", "MeditationCore",
        "MeditationEngine", "MeditationLanguage", "MeditationLibrary", "MeditationLines",
        "MeditationPlan", "MeditationPractice", "MeditationRemote", "MeditationScreens",
        "MeditationSystem", "MeditationTerminal", "MeditationText", argumentParser, systemPackage,
      ],
      swiftSettings: settings(of: "meditate")),

    // What the test targets share, and the tests of each module.
    .target(
      name: "MeditationTestSupport", dependencies: ["MeditationSystem", systemPackage],
      path: "Tests/MeditationTestSupport", swiftSettings: settings(of: "MeditationTestSupport")),
    .target(
      name: "MeditationPracticeTestSupport",
      dependencies: ["MeditationPlan", "MeditationPractice", "MeditationSystem"],
      path: "Tests/MeditationPracticeTestSupport",
      swiftSettings: settings(of: "MeditationPracticeTestSupport")),
    tests("MeditationPlanTests", ["MeditationPlan"]),
    tests("MeditationTextTests", ["MeditationTestSupport", "MeditationText"]),
    tests("MeditationSystemTests", ["MeditationSystem", "MeditationTestSupport"], [systemPackage]),
    tests("MeditationCoreTests", ["MeditationCore", "MeditationPlan", "MeditationTestSupport"]),
    tests(
      "MeditationLanguageTests",
      [
        "MeditationCore", "MeditationLanguage", "MeditationPlan", "MeditationTestSupport",
        "MeditationText",
      ]),
    tests(
      "MeditationEngineTests",
      ["MeditationEngine", "MeditationPlan", "MeditationSystem", "MeditationTestSupport"],
      [systemPackage]),
    tests(
      "MeditationAudioTests",
      [
        "CMeditationPulse", "MeditationAudio", "MeditationEngine", "MeditationPlan",
        "MeditationSystem", "MeditationTestSupport",
      ],
      [systemPackage]),
    tests(
      "MeditationLibraryTests",
      [
        "MeditationAudio", "MeditationEngine", "MeditationLibrary", "MeditationPlan",
        "MeditationSystem", "MeditationTestSupport", "MeditationText",
      ],
      [customDump, systemPackage], exclude: ["Version-0.1.0"]),
    tests(
      "MeditationPracticeTests",
      [
        "MeditationLibrary", "MeditationPlan", "MeditationPractice",
        "MeditationPracticeTestSupport", "MeditationSystem", "MeditationTestSupport",
      ],
      [customDump, systemPackage], exclude: ["Version-0.1.0", "Version-0.2.0"]),
    tests(
      "MeditationScreensTests",
      [
        "MeditationControl", "MeditationCore", "MeditationEngine", "MeditationLanguage",
        "MeditationPlan", "MeditationPractice", "MeditationScreens", "MeditationText",
      ],
      [systemPackage]),
    tests(
      "MeditationControlTests",
      [
        "MeditationControl", "MeditationCore", "MeditationEngine", "MeditationLanguage",
        "MeditationPlan", "MeditationPractice", "MeditationPracticeTestSupport",
        "MeditationScreens", "MeditationSystem", "MeditationTestSupport", "MeditationText",
      ], [systemPackage]),
    tests(
      "MeditationLinesTests",
      [
        "MeditationControl", "MeditationCore", "MeditationLanguage", "MeditationLines",
        "MeditationPlan", "MeditationPractice", "MeditationPracticeTestSupport",
        "MeditationScreens", "MeditationText",
      ], [systemPackage]),
    tests(
      "MeditationTerminalTests",
      [
        "CMeditationReadline", "MeditationControl", "MeditationCore", "MeditationLanguage",
        "MeditationLines", "MeditationPlan", "MeditationPractice", "MeditationScreens",
        "MeditationSystem", "MeditationTerminal", "MeditationTestSupport", "MeditationText",
      ], [systemPackage]),
    tests(
      "MeditationRemoteTests",
      [
        "MeditationControl", "MeditationCore", "MeditationEngine", "MeditationLanguage",
        "MeditationPlan", "MeditationPractice", "MeditationRemote", "MeditationScreens",
        "MeditationSystem", "MeditationTestSupport", "MeditationText",
      ], [systemPackage]),
    tests(
      "MeditationTestingTests",
      [
        "MeditationControl", "MeditationCore", "MeditationLanguage", "MeditationPlan",
        "MeditationPractice", "MeditationScreens", "MeditationScripts", "MeditationTestSupport",
        "MeditationTesting", "MeditationText",
      ]),
    tests(
      "ProgramTests",
      [
        "MeditationControl", "MeditationCore", "MeditationEngine", "MeditationLanguage",
        "MeditationPlan", "MeditationPractice", "MeditationRemote", "MeditationScreens",
        "MeditationScripts", "MeditationSystem", "MeditationTerminal", "MeditationTestSupport",
        "MeditationText", "meditate",
      ], [systemPackage], exclude: ["Screens", "real-music"]),
  ],
  swiftLanguageModes: [.v6]
)
