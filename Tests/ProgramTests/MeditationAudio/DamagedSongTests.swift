import MeditationTestSupport
import Testing

/// Songs with damage in the middle, which play on behind it.
@Suite("Damaged songs", .waiting)
struct DamagedSongTests {
  /// A song of ten seconds with six bytes changed in two places.
  private func damagedSong(in workspace: Workspace) throws {
    try workspace.run(
      "sox", ["-n", "-r", "44100", "-b", "16", "whole.wav", "synth", "10", "pinknoise"])
    try workspace.run("flac", ["-s", "-f", "-o", "Rain.flac", "whole.wav"])
    var bytes = try workspace.read("Rain.flac")
    for place in [bytes.count * 3 / 10, bytes.count * 6 / 10] {
      for index in place..<(place + 6) { bytes[index] ^= 0x5A }
    }
    try workspace.write("Rain.flac", bytes)
  }

  @Test("a line tells it once, and the exit code is that of a song heard", .needs("sox", "flac"))
  func line() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "Rain.flac")
    #expect(outcome.warned == "Song 1, Rain: 0.09 s could not be decoded at 0:03.\n")
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:10 listened")
    let lost = 441_000 - (try workspace.read("out.raw").count) / 4
    #expect((8_192...8_192 + 32).contains(lost))
  }

  /// Files of 8000 floats of 0.125 at 8000 Hz, of which three are not finite.
  static let notFinite: [(name: String, bytes: [UInt8])] = {
    func big(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    func little(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    var samples = [Float](repeating: 0.125, count: 8000)
    (samples[1000], samples[2000], samples[3000]) = (.infinity, -.infinity, .nan)
    // As doubles, one is beyond the largest float.
    var doubles = samples.map { Double($0) }
    doubles[1000] = 1e300
    func wave(_ sound: [UInt8], _ byteCount: Int) -> [UInt8] {
      WaveFile().bytes(of: sound, channelCount: 1, sampleByteCount: byteCount, isFloat: true)
    }
    let sound = samples.flatMap { big($0.bitPattern) }
    var au = Array(".snd".utf8)
    for field in [24, UInt32(sound.count), 6, 8000, 1] { au += big(field) }
    var caf = Array("caff".utf8)
    caf += [0, 1, 0, 0] as [UInt8]
    caf += Array("desc".utf8)
    caf += big(Int64(32))
    caf += big(Double(8000).bitPattern)
    caf += Array("lpcm".utf8)
    for field: UInt32 in [1, 4, 1, 1, 32] { caf += big(field) }
    caf += Array("data".utf8)
    caf += big(Int64(sound.count + 4))
    caf += big(UInt32(0))
    return [
      ("float.wav", wave(samples.flatMap { little($0.bitPattern) }, 4)),
      ("double.wav", wave(doubles.flatMap { little($0.bitPattern) }, 8)),
      ("float.au", au + sound), ("float.caf", caf + sound),
    ]
  }()

  @Test("samples that are not finite are silent", arguments: Self.notFinite)
  func silenced(name: String, bytes: [UInt8]) throws {
    let workspace = try Workspace()
    try workspace.write(name, bytes)
    try workspace.meditate("--output", "out.raw", "--start", name)
    let rendered = try workspace.left("out.raw", bits: 24)
    // 24 bits: an eighth of full scale.
    var expected = [[UInt8]](repeating: [0, 0, 0x10], count: 8000)
    for index in [1000, 2000, 3000] { expected[index] = [0, 0, 0] }
    #expect(rendered == expected.flatMap { $0 })
  }

  @Test("samples that are not finite leave their neighbours as they are at another rate, too")
  func silencedConverted() throws {
    let workspace = try Workspace()
    let silence = [Int16](repeating: 0, count: 44_100)
    try workspace.write(
      "A.wav", WaveFile(sampleRate: 44_100).bytes(of: silence, channelCount: 1))
    let file = try #require(Self.notFinite.first)
    try workspace.write(file.name, file.bytes)
    try workspace.meditate("--output", "out.raw", "--start", "A.wav", file.name)
    let samples = try workspace.left("out.raw").samples(from: 44_100 * 2)
    #expect(samples.count == 44_100)
    #expect(samples.allSatisfy { abs(Int($0)) < 5_500 })
    // About 10 ms around each of them, and at either end.
    #expect(samples.count { abs(Int($0) - 4_096) > 200 } < 2_000)
  }

  @Test("JSON tells each damage as a fault of its own kind", .needs("sox", "flac"))
  func json() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    let outcome = try workspace.meditate(
      "--format", "json", "--output", "out.raw", "--start", "Rain.flac")
    let faults = outcome.lines.filter { $0.contains(#""type":"fault""#) }
    #expect(faults.count == 2)
    for fault in faults {
      #expect(fault.hasPrefix(#"{"kind":"song-damaged","lost":0.09"#))
      #expect(fault.hasSuffix(#""reason":null,"song":1,"type":"fault"}"#))
    }
  }

  @Test("damage up to the end still fails", .needs("sox", "flac"))
  func toTheEnd() throws {
    let workspace = try Workspace()
    try damagedSong(in: workspace)
    var bytes = try workspace.read("Rain.flac")
    for index in (bytes.count * 8 / 10)..<bytes.count { bytes[index] = 0 }
    try workspace.write("Rain.flac", bytes)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "Rain.flac", code: 3)
    // A loaded machine may find the disk slow.
    let warnings = outcome.warnings.filter { $0.hasPrefix("Song") }
    #expect(
      warnings == [
        "Song 1, Rain: 0.09 s could not be decoded at 0:03.",
        "Song 1, Rain, failed at 0:08: the file is damaged.",
      ])
  }
}
