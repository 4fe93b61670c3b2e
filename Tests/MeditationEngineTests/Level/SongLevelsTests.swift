import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// When songs are measured, by whom, and how much is remembered.
final class SongLevelsTests {
  /// Measures files of the test by their names: "-26.5" is 20 s of -26.5 LUFS that peak at -10 dBTP.
  private final class NamedMeter: LoudnessMeter {
    let measured = Locked<[String]>([])
    /// Waited for in each measurement.
    let gate = Gate()
    /// The loudness in the tags of every song.
    let tag = Locked<TaggedLoudness?>(nil)

    func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness? { tag.withLock { $0 } }

    func measure(
      _ path: FilePath, after last: inout (any SongDecoder)?, next: (Double?) -> MeteringStep
    ) throws(SongDecodingError) -> SongMeasurement? {
      let name = path.lastComponent?.string ?? ""
      measured.withLock { $0.append(name) }
      gate.pass()
      let step = next(0.42)
      if step == .cancel { return nil }
      guard let integrated = Double(name) else { throw SongDecodingError("damaged") }
      return SongMeasurement(
        loudness: Loudness(integrated: integrated, truePeak: -10), length: .seconds(20),
        peaks: [1, 2, 3], isComplete: step == .goOn)
    }

    var names: [String] { measured.withLock { $0 } }
  }

  private final class MemoryStore: MeasurementStore {
    let kept = Locked<[FilePath: SongMeasurement]>([:])

    func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement? {
      kept.withLock { $0[path] }
    }

    func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp) {
      kept.withLock { $0[path] = measurement }
    }
  }

  private let meter = NamedMeter()
  private let folder: FilePath

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "levels-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = FilePath(url.path())
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.string) }

  private func file(_ name: String) throws -> FilePath {
    let path = folder.appending(name)
    let parent = path.removingLastComponent().string
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(name.utf8).write(to: URL(filePath: path.string))
    return path
  }

  /// Levels with one helper that read each song to its end, however busy the machine is.
  private func patientLevels() -> SongLevels {
    SongLevels(meter: meter, patience: .seconds(3_600), helperLimit: 1)
  }

  @Test("a song with a tag begins with its gain at once, and is measured for the next time")
  func tagged() async throws {
    let song = try file("-26")
    let levels = patientLevels()
    let loudness = Loudness(integrated: -23, truePeak: -12)
    meter.tag.withLock { $0 = TaggedLoudness(tag: "GAIN", gain: 5, loudness: loudness) }
    #expect(levels.gain(of: song, at: .on) { false } == 3)
    #expect(meter.names == [])
    levels.append([Track(path: song, length: nil)])
    levels.measureAhead([song])
    #expect(try await Poll.wait { levels.knownGain(of: song, at: .on) != nil })
    #expect(levels.gain(of: song, at: .on) { false } == 6)
    // A file that is rendered waits for nobody.
    #expect(SongLevels(meter: meter, waits: true).gain(of: song, at: .on) { false } == 6)
  }

  @Test("a song that takes long to measure begins with what was read of it, until the next run")
  func patience() throws {
    let store = MemoryStore()
    let levels = SongLevels(meter: meter, store: store, patience: .zero)
    // The rest may be louder, so it is not raised.
    for (name, gain) in [("-14", -6.0), ("-26", 0)] {
      let song = try file(name)
      #expect(levels.gain(of: song, at: .on) { false } == gain)
      #expect(levels.knownGain(of: song, at: .on) == gain)
    }
    #expect(store.kept.withLock(\.isEmpty))
    let patient = SongLevels(meter: meter, store: store, waits: true)
    #expect(patient.gain(of: try file("-26"), at: .on) { false } == 6)
    #expect(!store.kept.withLock(\.isEmpty))
  }

  @Test("of an album that takes long to measure, the songs that were read count")
  func patienceOfAlbum() throws {
    let songs = try ["A/-26", "A/-20", "A/-23"].map(file)
    let levels = SongLevels(meter: meter, patience: .zero, helperLimit: 0)
    levels.append(songs.map { Track(path: $0, length: nil) })
    #expect(levels.gain(of: songs[1], at: .on) { false } == 0)
    #expect(levels.gain(of: songs[0], at: .album) { false } == 0)
    #expect(meter.names == ["-20"])
  }

  @Test("a tag that is not believed is told once, and the song is measured")
  func refused() throws {
    let song = try file("-26")
    let levels = patientLevels()
    meter.tag.withLock { $0 = TaggedLoudness(tag: "GAIN", gain: -96, loudness: nil) }
    #expect(levels.gain(of: song, at: .on) { false } == 6)
    #expect(levels.takeRefusal(of: song) == "GAIN of -96.0 dB is out of range and ignored")
    #expect(levels.takeRefusal(of: song) == nil)
    #expect(levels.gain(of: song, at: .on) { false } == 6)
    #expect(levels.takeRefusal(of: song) == nil)
  }

  @Test("what is measured says how far it is")
  func part() throws {
    let song = try file("-26")
    let levels = SongLevels(meter: meter)
    #expect(levels.measuredPart(of: song) == nil)
    var part: Double?
    _ = levels.gain(of: song, at: .on) {
      part = levels.measuredPart(of: song)
      return part != nil
    }
    #expect(part == 0.42)
    #expect(levels.measuredPart(of: song) == nil)
  }

  @Test("a song is measured once, and what is remembered never")
  func remembered() throws {
    let store = MemoryStore()
    let song = try file("-26")
    for _ in 0..<2 {
      let levels = SongLevels(meter: meter, store: store)
      #expect(levels.knownGain(of: song, at: .on) == nil)
      for _ in 0..<3 { #expect(levels.gain(of: song, at: .on) { false } == 6) }
      #expect(levels.knownGain(of: song, at: .on) == 6)
      #expect(levels.peaks(of: song, at: .off) { false } == [1, 2, 3])
    }
    #expect(meter.names == ["-26"])
  }

  @Test("a file that was written since is measured anew")
  func changed() throws {
    let levels = SongLevels(meter: meter)
    let song = try file("-26")
    _ = levels.gain(of: song, at: .on) { false }
    try Data("longer than before".utf8).write(to: URL(filePath: song.string))
    _ = levels.gain(of: song, at: .on) { false }
    #expect(meter.names == ["-26", "-26"])
  }

  @Test("with the level off nothing is measured")
  func off() throws {
    let levels = SongLevels(meter: meter)
    let song = try file("-26")
    #expect(levels.gain(of: song, at: .off) { false } == 0)
    #expect(levels.peaks(of: song, at: .off) { false } == nil)
    #expect(meter.names.isEmpty)
    #expect(levels.peaks(of: song, at: .on) { false } == [1, 2, 3])
  }

  @Test("a file of which nothing can be measured gets 0 dB")
  func damaged() throws {
    let levels = SongLevels(meter: meter)
    #expect(levels.gain(of: try file("damaged"), at: .on) { false } == 0)
  }

  @Test("songs of a folder share a gain, and those of other folders count nothing")
  func album() throws {
    let levels = SongLevels(meter: meter, helperLimit: 2)
    let songs = try ["a/-20", "a/-30", "b/-14", "a/damaged"].map(file)
    levels.append(songs.map { Track(path: $0) })
    let gain = try #require(levels.gain(of: songs[0], at: .album) { false })
    #expect(abs(gain - 2.596) < 0.001)
    #expect(levels.gain(of: songs[1], at: .album) { false } == gain)
    #expect(levels.knownGain(of: songs[1], at: .album) == gain)
    #expect(levels.gain(of: songs[2], at: .album) { false } == -6)
    // A song that is taken over from a helper is measured twice.
    #expect(Set(meter.names) == ["-14", "-20", "-30", "damaged"])
    let more = try file("a/-40")
    levels.append([Track(path: more)])
    #expect(levels.knownGain(of: songs[1], at: .album) == nil)
  }

  @Test("a folder is one however it is named, and a song that is listed twice counts once")
  func folderNames() throws {
    let levels = SongLevels(meter: meter)
    let songs = try ["-20", "-30"].map(file)
    let here = FilePath(FileManager.default.currentDirectoryPath)
    let up = String(repeating: "../", count: here.components.count)
    let other = FilePath(up + songs[1].string.dropFirst())
    let again = folder.appending("./x/../-20")
    try FileManager.default.createDirectory(
      atPath: folder.appending("x").string, withIntermediateDirectories: true)
    levels.append([songs[0], other, again].map { Track(path: $0) })
    let gain = try #require(levels.gain(of: other, at: .album) { false })
    #expect(abs(gain - 2.596) < 0.001)
    #expect(Set(meter.names) == ["-20", "-30"])
    #expect(levels.knownGain(of: songs[0], at: .album) == gain)
    #expect(levels.knownGain(of: again, at: .album) == gain)
    #expect(levels.gain(of: again, at: .album) { false } == gain)
  }

  @Test("the gain of a folder is known once all of it is measured")
  func wholeFolder() async throws {
    let levels = patientLevels()
    let songs = try ["-20", "-21", "-22"].map(file)
    levels.append(songs.map { Track(path: $0) })
    _ = levels.gain(of: songs[0], at: .on) { false }
    #expect(songs.allSatisfy { levels.knownGain(of: $0, at: .album) == nil })
    let gain = try #require(levels.gain(of: songs[0], at: .album) { false })
    #expect(songs.allSatisfy { levels.knownGain(of: $0, at: .album) == gain })
  }

  @Test("the folder of each song is measured ahead, in the order of the songs")
  func foldersAhead() async throws {
    let levels = patientLevels()
    let songs = try ["a/-20", "b/-24", "a/-21", "b/-25", "c/-30", "a/-22"].map(file)
    levels.append(songs.map { Track(path: $0) })
    levels.measureAhead([songs[1], songs[2]], at: .album)
    #expect(try await Poll.wait { levels.knownGain(of: songs[0], at: .album) != nil })
    #expect(meter.names == ["-24", "-25", "-21", "-20", "-22"])
    #expect(levels.knownGain(of: songs[3], at: .album) != nil)
    #expect(levels.knownGain(of: songs[4], at: .album) == nil)
  }

  @Test("songs are measured ahead, in their order, and an engine takes over one that is begun")
  func ahead() async throws {
    let levels = patientLevels()
    let songs = try ["-21", "-22", "-23"].map(file)
    meter.gate.close()
    levels.measureAhead(songs)
    #expect(try await Poll.wait { meter.names == ["-21"] })
    async let gain = OwnThreads.run { levels.gain(of: songs[0], at: .on) { false } }
    #expect(try await Poll.wait { meter.names == ["-21", "-21"] })
    meter.gate.open()
    #expect(try await gain == 1)
    #expect(try await Poll.wait { levels.knownGain(of: songs[2], at: .on) == 3 })
    #expect(meter.names == ["-21", "-21", "-22", "-23"])
  }

  @Test("what is no longer wanted is cancelled")
  func cancelled() async throws {
    let levels = patientLevels()
    let songs = try ["-21", "-22"].map(file)
    meter.gate.close()
    levels.measureAhead(songs)
    #expect(try await Poll.wait { meter.names == ["-21"] })
    levels.measureAhead([])
    meter.gate.open()
    #expect(levels.gain(of: songs[1], at: .on) { true } == nil)
    #expect(levels.gain(of: songs[0], at: .on) { false } == 1)
    #expect(meter.names == ["-21", "-21"])
  }

  @Test("who waits for a measurement that is cancelled makes it")
  func takenOver() async throws {
    let levels = patientLevels()
    let song = try file("-21")
    meter.gate.close()
    levels.measureAhead([song])
    #expect(try await Poll.wait { meter.names == ["-21"] })
    async let gain = OwnThreads.run { levels.gain(of: song, at: .on) { false } }
    levels.measureAhead([])
    meter.gate.open()
    #expect(try await gain == 1)
  }

  @Test("what is rendered waits for a song that is being measured, which is not read twice")
  func notTakenOver() async throws {
    let levels = SongLevels(meter: meter, waits: true, helperLimit: 1)
    let song = try file("-21")
    let asked = Locked(0)
    meter.gate.close()
    levels.measureAhead([song])
    #expect(try await Poll.wait { meter.names == ["-21"] })
    async let gain = OwnThreads.run {
      levels.gain(of: song, at: .on) {
        asked.withLock { $0 += 1 }
        return false
      }
    }
    let isWaiting = try await Poll.wait { asked.withLock { $0 > 1 } }
    meter.gate.open()
    #expect(try await gain == 1)
    #expect(isWaiting && meter.names == ["-21"])
  }
}
