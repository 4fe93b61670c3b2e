// swift-tools-version: 6.2
// A client of MeditationCore alone: without the default traits, no other package is resolved.

import PackageDescription

let package = Package(
  name: "CoreClient",
  dependencies: [.package(name: "Meditation", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "evening",
      dependencies: [.product(name: "MeditationCore", package: "Meditation")])
  ],
  swiftLanguageModes: [.v6]
)
