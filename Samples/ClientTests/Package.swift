// swift-tools-version: 6.2
// A package of its own that builds on Meditation, as anybody's would.

import PackageDescription

let package = Package(
  name: "ClientTests",
  dependencies: [.package(name: "Meditation", path: "../..")],
  targets: [
    .target(
      name: "NowPlaying",
      dependencies: [.product(name: "MeditationCore", package: "Meditation")]),
    .testTarget(
      name: "NowPlayingTests",
      dependencies: [
        "NowPlaying", .product(name: "MeditationTesting", package: "Meditation"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
