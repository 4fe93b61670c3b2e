import Foundation
import MeditationEngine
import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationLibrary

@Suite("Any bytes as a cache") struct CacheFuzzTests {
  private static let report = FileReport.sound(
    SongProperties(title: "Waves", artist: "Sea", length: .exact(.seconds(9))))
  private static let measurement = SongMeasurement(
    loudness: Loudness(integrated: -23.25, truePeak: -1.5), length: .milliseconds(12_345),
    peaks: (0..<200).map { UInt8($0) })

  private static func version(_ number: Int) -> FileVersion {
    FileVersion(FilePath("/\(number)"), FileStamp(size: 1, modificationTime: 2, changeTime: 3))
  }

  /// Damages the file some thousand times, and has `use` open it.
  private func damage(
    fill: (FilePath) throws -> Void,
    use: (FilePath, _ seed: UInt64) throws -> Void
  ) async throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path.appending("cache")
    try fill(folder)
    let file = folder.appending("songs.db").string
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    try await Fuzzing.repeatedly(60) { seed in
      var generator = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 1...Int.random(in: 1...6, using: &generator) {
        let damage = DatabaseDamage.allCases.randomElement(using: &generator)
        damage?.apply(to: &bytes, using: &generator)
      }
      try? FileManager.default.removeItem(atPath: folder.string)
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      try use(folder, seed)
    }
  }

  @Test("of songs: no trap, and at the third start what was stored is found")
  func songs() async throws {
    let numbers = 0..<300
    try await damage { folder in
      SongCache(in: folder, reader: "test").store(
        numbers.map { (Self.version($0), Self.report) })
    } use: { folder, seed in
      for _ in 1...3 {
        let cache = SongCache(in: folder, reader: "test")
        _ = cache.reports(on: numbers.map(Self.version))
        cache.store([(Self.version(7), Self.report), (Self.version(1_000), Self.report)])
      }
      let found = SongCache(in: folder, reader: "test").reports(on: [Self.version(1_000)])
      #expect(found == [Self.report], "seed \(seed)")
    }
  }

  @Test("of loudness: no trap, and at the third start what was stored is found")
  func loudness() async throws {
    let songs = (0..<100).map { FilePath("/\($0).wav") }
    let stamp = try #require(FileStamp(of: "/"))
    try await damage { folder in
      let cache = SongCache(in: folder, reader: "test")
      for song in songs { cache.store(Self.measurement, of: song, stamp) }
    } use: { folder, seed in
      for _ in 1...3 {
        let cache = SongCache(in: folder, reader: "test")
        for song in songs {
          guard let found = cache.measurement(of: song, stamp) else { continue }
          #expect(abs(found.loudness.truePeak) <= 1_000 || found.loudness.truePeak == -.infinity)
        }
        cache.store(Self.measurement, of: songs[7], stamp)
      }
      let found = SongCache(in: folder, reader: "test").measurement(of: songs[7], stamp)
      #expect(found == Self.measurement, "seed \(seed)")
    }
  }
}
