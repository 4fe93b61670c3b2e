// swift-tools-version: 6.2
// A client of MeditationCore alone.

import PackageDescription

let package = Package(
  name: "CoreClient",
  dependencies: [.package(name: "Meditation", path: "../..")],
  targets: [
    .executableTarget(
      name: "evening",
      dependencies: [.product(name: "MeditationCore", package: "Meditation")])
  ],
  swiftLanguageModes: [.v6]
)
