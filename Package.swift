// swift-tools-version: 6.2
// Meditation: a line-based terminal player for meditation sessions.
// Copyright (C) 2026 The Meditation authors. GPL-3.0-or-later; see LICENSE.

import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Options, help, exit codes and shell completions: the platform's own parser for them.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
/// Differences in test messages that read well.
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
/// Reports a failed expectation to whichever test framework runs, at the caller's line.
let issueReporting = ["IssueReporting", "IssueReportingTestSupport"].map {
  Target.Dependency.product(name: $0, package: "xctest-dynamic-overlay")
}
/// SQLite for what was read of files: errors as values, readers beside one writer, no raw pointers.
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
/// A value behind a pthread lock, which ThreadSanitizer can check and the compiler can share.
let locks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
/// File paths as the bytes that they are, valid UTF-8 or not.
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "Meditation",
  products: [
    .library(name: "MeditationCore", targets: ["MeditationCore"]),
    .library(name: "MeditationTesting", targets: ["MeditationTesting"]),
    .executable(name: "meditate", targets: ["meditate"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // Floor 0: the four C libraries, and what only C can do to a terminal.
    .systemLibrary(name: "CAo", pkgConfig: "ao", providers: [.apt(["libao-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CVorbis", pkgConfig: "vorbis", providers: [.apt(["libvorbis-dev"])]),
    // Not through pkg-config: it adds flags that SwiftPM refuses with a warning.
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
    .target(name: "CTerminal"),
    // Floor 0, too. Text is cleaned, folded, put in order and read here; it imports nothing.
    .target(name: "Text", swiftSettings: strict),
    // Paths, a user's directories, and the system's errors in words.
    .target(name: "FileSystem", dependencies: [systemPackage], swiftSettings: strict),
    // SQLite files of the program's own.
    .target(name: "Storage", dependencies: [database, systemPackage], swiftSettings: strict),

    // Floor 1: what a session is, how sound flows, what a line means. None knows another.
    .target(name: "MeditationCore", dependencies: ["Text"], swiftSettings: strict),
    .target(name: "Playback", dependencies: [locks, systemPackage], swiftSettings: strict),
    .target(name: "CommandLanguage", dependencies: ["Text"], swiftSettings: strict),

    // Floor 2: the real world, and the tie between the three below.
    .target(
      name: "SessionControl",
      dependencies: ["MeditationCore", "Playback", "CommandLanguage", "Text", systemPackage],
      swiftSettings: strict),
    .target(
      name: "SystemAudio",
      dependencies: [
        "CAo", "CSndfile", "CVorbis", "FileSystem", "Playback", locks, systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "SongLibrary",
      dependencies: ["FileSystem", "Playback", "Text", locks, systemPackage],
      swiftSettings: strict),
    .target(
      name: "SongCache",
      dependencies: ["FileSystem", "SongLibrary", "Storage", database, locks, systemPackage],
      swiftSettings: strict),

    // Floor 3: what people and tests see.
    .target(
      name: "TerminalView",
      dependencies: [
        "CReadline", "CTerminal", "MeditationCore", "CommandLanguage", "Playback",
        "FileSystem", "SessionControl", "Text", locks, systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "SessionScripting",
      dependencies: [
        "MeditationCore", "CommandLanguage", "Playback", "SessionControl", "Text", systemPackage,
      ],
      swiftSettings: strict),

    // Floor 4: the program, and what others test with.
    .target(
      name: "MeditationTesting",
      dependencies: ["MeditationCore", "CommandLanguage", "SessionScripting", customDump]
        + issueReporting,
      swiftSettings: strict),
    .executableTarget(
      name: "meditate",
      dependencies: [
        "FileSystem", "MeditationCore", "CommandLanguage", "Playback", "SessionControl",
        "SystemAudio", "SongCache", "SongLibrary", "TerminalView", "SessionScripting", "Text",
        argumentParser, locks, systemPackage,
      ],
      swiftSettings: strict),

    // What the test targets share.
    .target(
      name: "TestSupport", dependencies: [locks], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "TextTests", dependencies: ["Text", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "FileSystemTests", dependencies: ["FileSystem", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage", database, systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "MeditationCoreTests", dependencies: ["MeditationCore", customDump],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLanguageTests", dependencies: ["CommandLanguage", "TestSupport", customDump],
      swiftSettings: strict),
    .testTarget(
      name: "PlaybackTests", dependencies: ["Playback", locks, systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "SystemAudioTests",
      dependencies: ["SystemAudio", "Playback", "TestSupport", locks, systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "SongLibraryTests",
      dependencies: [
        "FileSystem", "SongLibrary", "SongCache", "Storage", "Playback", "SystemAudio",
        "TestSupport", customDump, database, locks, systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SessionControlTests",
      dependencies: [
        "SessionControl", "MeditationCore", "Playback", "CommandLanguage", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalViewTests",
      dependencies: [
        "TerminalView", "MeditationCore", "CommandLanguage", "Playback", "SessionControl",
        "SessionScripting", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MeditationTestingTests",
      dependencies: [
        "MeditationTesting", "MeditationCore", "CommandLanguage", "SessionControl",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "meditate", "CommandLanguage", "MeditationCore", "MeditationTesting", "TestSupport",
        systemPackage,
      ],
      exclude: ["Screens", "real-music"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
