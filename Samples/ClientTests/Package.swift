// swift-tools-version: 6.2
// A package of its own that builds on Meditation, as anybody's would.

import PackageDescription

/// As strict as a client can be: the libraries must not stand in the way.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "ClientTests",
  dependencies: [.package(name: "Meditation", path: "../..")],
  targets: [
    .target(
      name: "Evening",
      dependencies: [.product(name: "MeditationCore", package: "Meditation")],
      swiftSettings: strict),
    .testTarget(
      name: "EveningTests",
      dependencies: [
        "Evening", .product(name: "MeditationScripts", package: "Meditation"),
        .product(name: "MeditationTesting", package: "Meditation"),
      ],
      swiftSettings: strict),
    .target(
      name: "NowPlaying",
      dependencies: [.product(name: "MeditationCore", package: "Meditation")],
      swiftSettings: strict),
    .testTarget(
      name: "NowPlayingTests",
      dependencies: [
        "NowPlaying", .product(name: "MeditationScripts", package: "Meditation"),
        .product(name: "MeditationTesting", package: "Meditation"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
