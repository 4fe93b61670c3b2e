import Foundation
import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationAudio

/// Disks that cannot be read any more while a song is listed, opened, measured or played.
struct DiskErrorFuzzTests {
  /// The result of reads from a certain one on.
  enum Fault: CaseIterable {
    /// They fail.
    case error
    /// They find the end of the file, as if it was cut off meanwhile.
    case end
    /// They give half of the bytes asked for, which is allowed.
    case half
  }

  /// Reads of files that fail from the `first` on.
  final class Reads: Sendable {
    /// More than any file here needs: a decoder that still reads does so for ever.
    static let most = 20_000

    private let first: Int
    private let fault: Fault
    private let count = Locked(0)

    init(failing fault: Fault, from first: Int) { (self.fault, self.first) = (fault, first) }

    /// How often the files were read.
    var total: Int { count.withLock(\.self) }

    func read(
      _ file: FileDescriptor, _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
      let count = count.withLock { count in
        count += 1
        return count
      }
      // A library that never gives up gets what it wants at last, so that the test ends.
      guard count >= first, count < Self.most else {
        return try file.read(fromAbsoluteOffset: offset, into: buffer)
      }
      switch fault {
      case .error: throw Errno.ioError
      case .end: return 0
      case .half:
        let half = UnsafeMutableRawBufferPointer(rebasing: buffer[..<max(1, buffer.count / 2)])
        return try file.read(fromAbsoluteOffset: offset, into: half)
      }
    }
  }

  enum Use: CaseIterable { case list, play, measure, seek }

  /// Each makes a file of this name from `s.wav`, a second of stereo noise at 44.1 kHz.
  private static let kinds = [
    "cp s.wav a.wav", "ffmpeg -v error -i s.wav -metadata title=Wave -metadata artist=Sea b.wav",
    "ffmpeg -v error -i s.wav -rf64 always c.wav",
    "ffmpeg -v error -i s.wav -c:a adpcm_ima_wav d.wav",
    "sox -D s.wav a.aiff", "sox -D s.wav a.au", "ffmpeg -v error -i s.wav a.caf",
    "ffmpeg -v error -i s.wav a.w64",
    "sox -D s.wav a.8svx",
    "sox -D s.wav a.voc", "flac -s s.wav -o a.flac", "oggenc -Q s.wav -o a.ogg",
    "opusenc --quiet s.wav a.opus", "lame --quiet s.wav a.mp3", "lame --quiet -V 4 -t s.wav b.mp3",
    "oggenc -Q -s 1 s.wav -o x; oggenc -Q -s 2 s.wav -o y; cat x y > b.ogg",
    "ffmpeg -v error -i s.wav a.aac", "ffmpeg -v error -i s.wav a.m4a",
    "ffmpeg -v error -i s.wav a.mka",
  ]

  @Test("it is told, at once, and a file of which half is read at a time is whole")
  func faults() async throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 1 pinknoise vol 0.4")
    for make in Self.kinds { try shop.run(make) }
    let names = Self.kinds.map { String($0.split(separator: " ").last ?? "") }
    // ffmpeg reads by itself. Where it is needed, the fault is before it is started.
    let foreign = ["aac", "m4a", "mka"]
    try await Fuzzing.repeatedly(400) { seed in
      var random = SeededGenerator(seed: seed)
      let name = try #require(names.randomElement(using: &random))
      let fault = try #require(Fault.allCases.randomElement(using: &random))
      let use = try #require(Use.allCases.randomElement(using: &random))
      let isForeign = foreign.contains { name.hasSuffix($0) }
      let first = Int.random(in: 1...(isForeign || seed % 2 == 0 ? 8 : 80), using: &random)
      let reads = Reads(failing: fault, from: first)
      var decoders = SystemDecoders(programs: isForeign ? .installed : nil)
      decoders.reader = { try reads.read($0, $1, $2) }
      let comment = Comment(rawValue: "seed \(seed): \(name), \(fault) from \(first), \(use)")
      var failure: SongDecodingError?
      do throws(SongDecodingError) {
        try Self.use(shop.path(name), use, decoders)
      } catch {
        failure = error
      }
      #expect(reads.total < Reads.most, comment)
      switch fault {
      case .half: #expect(failure == nil, comment)
      case .end: #expect(failure == nil || failure == .cutOff, comment)
      case .error: #expect(failure == nil || failure == Workshop.unreadable, comment)
      }
      // All that is decoded has been read.
      if failure == nil, use == .play, fault != .half, !isForeign {
        #expect(reads.total < first, comment)
      }
    }
  }

  private static func use(
    _ path: FilePath, _ use: Use, _ decoders: SystemDecoders
  ) throws(SongDecodingError) {
    switch use {
    case .list: _ = try decoders.properties(of: path)
    case .play: try drain(try decoders.open(path))
    case .seek:
      let decoder = try decoders.open(path)
      try decoder.seek(to: 30_000)
      try drain(decoder)
      try decoder.seek(to: 0)
    case .measure: _ = try decoders.exactLength(of: path)
    }
  }

  private static func drain(_ decoder: any SongDecoder) throws(SongDecodingError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 1_024 * decoder.format.frameByteCount, alignment: 16)
    defer { buffer.deallocate() }
    while try decoder.read(into: buffer) > 0 {}
  }

  @Test("a first read that fails is no empty file")
  func firstRead() throws {
    let shop = try Workshop()
    try shop.run("sox -n -r 44100 -c 2 -b 16 a.wav synth 1 sine 300")
    let reads = Reads(failing: .error, from: 1)
    var decoders = SystemDecoders(programs: nil)
    decoders.reader = { try reads.read($0, $1, $2) }
    #expect(throws: Workshop.unreadable) { try decoders.open(shop.path("a.wav")) }
    #expect(throws: Workshop.unreadable) { try decoders.properties(of: shop.path("a.wav")) }
  }

  @Test("an MP3 that does not state its length does not end there")
  func unbounded() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 20 whitenoise; lame --quiet -b 128 -t s.wav s.mp3")
    let decoder = try #require(
      try SystemDecoders(programs: nil).open(shop.path("s.mp3")) as? SndfileDecoder)
    #expect(decoder.handle.extent.factor > 1)
    try shop.spoil(decoder.handle.file.descriptor)
    #expect(try Decoded(decoder).error == Workshop.unreadable)
  }

  @Test(
    "what is added to a file while it plays is not heard: a file that grows has an end",
    arguments: [
      "lame --quiet -b 128 -t s.wav a", "oggenc -Q s.wav -o a", "flac -s s.wav -o a",
      // A pipe does not say how long it is.
      "sox s.wav -t wav - | cat > a", "sox s.wav -t au - | cat > a",
    ])
  func growing(make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 3 pinknoise; \(make); cp a b")
    let whole = try Decoded(shop.path("a"))
    let decoder = try SystemDecoders(programs: nil).open(shop.path("a"))
    try shop.run("cat b b b >> a")
    let heard = try Decoded(decoder)
    #expect(heard.readCount == whole.readCount)
    #expect(heard.error == whole.error)
  }
}
