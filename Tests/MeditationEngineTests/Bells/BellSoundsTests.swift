import Foundation
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

@testable import MeditationEngine

/// The sound of each bell.
struct BellSoundsTests {
  private let path = MemoryOpener.path(0)
  private let track = MemoryTrack([Int16](repeating: 9_000, count: 44_100))

  @Test("the built-in bells")
  func builtIn() {
    let sounds = BellSounds(decoders: MemoryOpener([]), converters: LinearConverters())
    let lengths = Bell.Sound.builtIn.map { sounds.sound(for: $0).length }
    #expect(
      lengths == [BellModel.bowl, .gong, .chime, .wood, .clap].map { .seconds($0.length) })
  }

  @Test("a file sounds once it is loaded; before that, the bowl does")
  func loading() throws {
    let sounds = BellSounds(decoders: MemoryOpener([track]), converters: LinearConverters())
    let bell = Bell.Sound.file(path.string)
    #expect(sounds.sound(for: bell).length == .seconds(BellModel.bowl.length))
    try sounds.load(path.string)
    #expect(sounds.sound(for: bell).length == .seconds(1))
  }

  @Test("a file that cannot be read is reported, and the bowl sounds")
  func failure() {
    let sounds = BellSounds(decoders: MemoryOpener([]), converters: LinearConverters())
    #expect(throws: SongDecodingError("there is no such file")) { try sounds.load(path.string) }
    #expect(sounds.sound(for: .file(path.string)).length == .seconds(BellModel.bowl.length))
  }

  @Test("a loaded file is read again only when it has changed; one that is gone is dropped")
  func changes() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "meditation-bell-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("one".utf8).write(to: file)
    var opener = MemoryOpener([])
    opener.tracks[FilePath(file.path)] = track
    let sounds = BellSounds(decoders: opener, converters: LinearConverters())
    func openings() -> Int { opener.disk.withLock { $0.openings.count } }

    try sounds.load(file.path)
    try sounds.load(file.path)
    #expect(openings() == 1)
    try Data("another".utf8).write(to: file)
    try sounds.load(file.path)
    #expect(openings() == 2)

    try FileManager.default.removeItem(at: file)
    opener.disk.withLock { _ = $0.deleted.insert(FilePath(file.path)) }
    #expect(throws: SongDecodingError.self) { try sounds.load(file.path) }
    #expect(
      sounds.sound(for: .file(file.path)).length == .seconds(BellModel.bowl.length))
  }

  @Test("of many loaded files, the last eight are kept")
  func capacity() throws {
    let sounds = BellSounds(
      decoders: MemoryOpener([MemoryTrack](repeating: track, count: 10)),
      converters: LinearConverters())
    for index in 0..<10 { try sounds.load(MemoryOpener.path(index).string) }
    let kept = (0..<10).filter {
      sounds.sound(for: .file(MemoryOpener.path($0).string)).length == .seconds(1)
    }
    #expect(kept == Array(2..<10))
  }
}
