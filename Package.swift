// swift-tools-version: 6.2
// Meditation: a line-based terminal player for meditation sessions.
// Copyright (C) 2026 The Meditation authors. GPL-3.0-or-later; see LICENSE.

import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package)
}

/// Options, help, exit codes and shell completions: the platform's own parser for them.
let argumentParser = product("ArgumentParser", of: "swift-argument-parser")
/// Differences that read well, in tests of the program's rooms; no library uses it.
let customDump = product("CustomDump", of: "swift-custom-dump")
/// Reports a failed expectation to whichever test framework runs, at the caller's line.
let issueReporting = ["IssueReporting", "IssueReportingTestSupport"].map {
  product($0, of: "xctest-dynamic-overlay")
}
/// File paths as the bytes that they are, valid UTF-8 or not.
let systemPackage = product("SystemPackage", of: "swift-system")

/// What a target may import of the package, from the floors below its own, and of others.
func target(
  _ name: String, _ rooms: [Target.Dependency] = [], _ others: [Target.Dependency] = []
) -> Target {
  .target(name: name, dependencies: rooms + others, swiftSettings: strict)
}

func tests(
  _ name: String, _ rooms: [Target.Dependency] = [], _ others: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: rooms + others, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "Meditation",
  products: [
    .library(name: "MeditationCore", targets: ["MeditationCore", "Score"]),
    .library(name: "MeditationTesting", targets: ["MeditationTesting"]),
    .library(name: "MeditationScripts", targets: ["MeditationScripts"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // Floor 0: what all floors above read and say, C libraries, and what only C can do.
    target("Score"),
    target("Text"),
    .target(name: "CProcess"),
    target("Platform", ["CProcess"], [systemPackage]),
    .systemLibrary(name: "CAo", pkgConfig: "ao", providers: [.apt(["libao-dev"])]),
    .systemLibrary(
      name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CVorbis", pkgConfig: "vorbis", providers: [.apt(["libvorbis-dev"])]),
    // Not through pkg-config: it adds flags that SwiftPM refuses with a warning.
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
    .target(name: "CSocket"),
    .target(name: "CTerminal", dependencies: ["CReadline"]),
    // Uses the headers of libsystemd-dev; the library is loaded at run time, where there is a bus.
    .target(name: "CBus"),
    // A room beside Platform, because clients of the engine need no database.
    target("Storage", ["CSQLite", "Platform"], [systemPackage]),

    // Floor 1: what a session is, how sound flows, what a line means.
    target("MeditationCore", ["Score", "Text"]),
    target("Playback", ["Platform", "Score"], [systemPackage]),
    target("CommandLanguage", ["MeditationCore", "Score", "Text"]),
    // What others test sessions with. It needs no more than the session, so that it is built fast.
    target("MeditationTesting", ["MeditationCore", "Score"], issueReporting),

    // Floor 2: songs, sounds and devices; sits and sets; the controller.
    target(
      "SystemAudio",
      [
        "CAo", "CEBUR128", "CProcess", "CSndfile", "CSoxr", "CVorbis", "Platform", "Playback",
        "Score",
      ],
      [systemPackage]),
    target(
      "SongLibrary", ["Platform", "Playback", "Score", "Storage", "Text"],
      [systemPackage]),
    target(
      "Practice", ["CommandLanguage", "Platform", "SongLibrary", "Storage", "Text"],
      [systemPackage]),
    target(
      "Screens",
      ["CommandLanguage", "MeditationCore", "Platform", "Playback", "Practice", "Score", "Text"],
      [systemPackage]),
    target(
      "SessionControl",
      [
        "CommandLanguage", "MeditationCore", "Platform", "Playback", "Practice", "Score", "Screens",
        "Text",
      ], [systemPackage]),

    // Floor 3: the clients of a session.
    target(
      "TerminalView",
      [
        "CReadline", "CTerminal", "CommandLanguage", "MeditationCore", "Platform", "Practice",
        "Score", "Screens", "SessionControl", "Text",
      ], [systemPackage]),
    target(
      "Remote",
      [
        "CBus", "CSocket", "CommandLanguage", "MeditationCore", "Platform", "Practice", "Score",
        "Screens",
        // Answers in text are those of the prompt.
        "SessionControl", "TerminalView", "Text",
      ], [systemPackage]),
    target(
      "Scripting",
      [
        "CommandLanguage", "MeditationCore", "Playback", "Practice", "Score", "Screens",
        "SessionControl", "Text",
      ], [systemPackage]),

    // Floor 4: the program, and scripts as tests of others.
    target(
      "MeditationScripts", ["CommandLanguage", "MeditationCore", "MeditationTesting", "Scripting"]),
    .executableTarget(
      name: "meditate",
      dependencies: [
        "CTerminal", "CommandLanguage", "MeditationCore", "Platform", "Playback", "Practice",
        "Remote", "Score", "Screens", "Scripting", "SessionControl", "SongLibrary", "SystemAudio",
        "TerminalView", "Text", argumentParser, systemPackage,
      ],
      swiftSettings: strict),

    // What the test targets share, and the tests of each room.
    .target(
      name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("ScoreTests", ["Score"]),
    tests("TextTests", ["TestSupport", "Text"]),
    tests("PlatformTests", ["Platform"], [systemPackage]),
    tests("StorageTests", ["Storage"], [systemPackage]),
    tests("MeditationCoreTests", ["MeditationCore", "Score", "TestSupport"]),
    tests(
      "CommandLanguageTests", ["CommandLanguage", "MeditationCore", "Score", "TestSupport", "Text"]),
    tests("PlaybackTests", ["Platform", "Playback", "Score", "TestSupport"], [systemPackage]),
    tests(
      "SystemAudioTests", ["Platform", "Playback", "Score", "SystemAudio", "TestSupport"],
      [systemPackage]),
    tests(
      "SongLibraryTests",
      ["Platform", "Playback", "Score", "SongLibrary", "Storage", "SystemAudio", "TestSupport"],
      [customDump, systemPackage], exclude: ["Version-0.1.0"]),
    tests(
      "PracticeTests", ["Platform", "Practice", "SongLibrary", "Storage", "TestSupport"],
      [customDump, systemPackage], exclude: ["Version-0.1.0"]),
    tests(
      "ScreensTests",
      [
        "CommandLanguage", "MeditationCore", "Playback", "Practice", "Score", "Screens",
        "SessionControl",
      ],
      [systemPackage]),
    tests(
      "SessionControlTests",
      [
        "CommandLanguage", "MeditationCore", "Platform", "Playback", "Practice", "Score", "Screens",
        "SessionControl", "TestSupport", "Text",
      ], [systemPackage]),
    tests(
      "TerminalViewTests",
      [
        "CReadline", "CommandLanguage", "MeditationCore", "Platform", "Practice", "Score",
        "Screens", "Scripting", "SessionControl", "TerminalView", "TestSupport",
      ], [systemPackage]),
    tests(
      "RemoteTests",
      [
        "CommandLanguage", "MeditationCore", "Platform", "Playback", "Practice", "Remote", "Score",
        "Screens", "Scripting", "SessionControl", "TestSupport", "Text",
      ], [systemPackage]),
    tests(
      "MeditationTestingTests",
      [
        "CommandLanguage", "MeditationCore", "MeditationScripts", "MeditationTesting", "Score",
        "Scripting", "SessionControl",
      ]),
    tests(
      "ProgramTests",
      [
        "CommandLanguage", "MeditationCore", "MeditationScripts", "Platform", "Playback",
        "Practice", "Remote", "Score", "Screens", "SessionControl", "TerminalView", "TestSupport",
        "meditate",
      ], [systemPackage], exclude: ["Screens", "real-music"]),
  ],
  swiftLanguageModes: [.v6]
)

// What the sanitizers check: the test targets of the variable, with blanks between them. Everything
// else would take as long to build for each of them as for debugging, and is not run.
let sanitized = Context.environment["MEDITATION_SANITIZED"]?.split(separator: " ").map(String.init)
if let sanitized {
  var needed = Set(sanitized)
  for target in package.targets.reversed() where needed.contains(target.name) {
    needed.formUnion(target.dependencies.compactMap(name(of:)))
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}

// The tests render hours of sound and walk through every state of a session, which takes three to
// ten times as long without optimization. The sanitizers see the core as it is written: only there
// does Swift check the bounds of unsafe buffers. This is not for clients: no package may depend on
// one with such flags.
if Context.environment["MEDITATION_OPTIMIZED"] != nil {
  var optimized: Set = ["Playback", "SystemAudio"]
  if sanitized == nil {
    optimized.formUnion([
      "Score", "Text", "MeditationCore", "CommandLanguage", "Scripting", "MeditationScripts",
      "MeditationTesting", "MeditationTestingTests",
    ])
  }
  for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"]))
  }
}

/// The name of a target of the package that another one needs.
func name(of dependency: Target.Dependency) -> String? {
  switch dependency {
  case .byNameItem(let name, _), .targetItem(let name, _): name
  default: nil
  }
}
