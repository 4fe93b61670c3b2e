// swift-tools-version: 6.2
// A client of MeditationTesting alone.

import PackageDescription

let package = Package(
  name: "TestingClient",
  dependencies: [.package(name: "Meditation", path: "../..")],
  targets: [
    .testTarget(
      name: "EveningTests",
      dependencies: [
        .product(name: "MeditationCore", package: "Meditation"),
        .product(name: "MeditationTesting", package: "Meditation"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
