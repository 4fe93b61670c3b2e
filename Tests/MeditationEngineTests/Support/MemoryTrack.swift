import Foundation
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage

/// A simulated file: frames in memory.
struct MemoryTrack: Sendable {
  var format: StreamFormat
  var bytes: [UInt8]
  /// The frame at which it is damaged, and the reason.
  var damage: (frame: Int, reason: String)?
  /// The frames that cannot be decoded, in order; what is behind them can, after a seek.
  var holes: [Range<Int>] = []
  /// Waited for before each read from `gateFrame` on.
  var gate: Gate?
  var gateFrame = 0
  /// True if its length is known before it is decoded.
  var hasLength = true
  /// Where it is read, before it waits there.
  var progress: ReadProgress?
  /// Draws how many frames a read gives; `nil` gives as many as there is room for.
  var counts: SplitMix64?

  /// 16-bit samples, interleaved.
  init(_ samples: [Int16], rate: Int = 44_100, channels: Int = 1) {
    format = StreamFormat(sampleRate: rate, channelCount: channels, sample: .int16)
    bytes = samples.withUnsafeBytes { Array($0) }
  }

  /// 24-bit samples in the upper bits of 32, interleaved.
  init(_ samples: [Int32], rate: Int = 44_100, channels: Int = 1) {
    format = StreamFormat(sampleRate: rate, channelCount: channels, sample: .int24in32)
    bytes = samples.withUnsafeBytes { Array($0) }
  }

  /// Floating-point samples, interleaved.
  init(_ samples: [Float], rate: Int = 44_100, channels: Int = 1) {
    format = StreamFormat(sampleRate: rate, channelCount: channels, sample: .float32)
    bytes = samples.withUnsafeBytes { Array($0) }
  }

  var frameCount: Int { bytes.count / format.frameByteCount }
}

/// How far a track was read.
final class ReadProgress: Sendable {
  private struct State {
    var frame = 0
    var awaited: (frame: Int, reached: AsyncStream<Void>.Continuation)?
  }

  private let state = Locked(State())

  /// A read begins at `frame`.
  func come(to frame: Int) {
    state.withLock { state in
      state.frame = frame
      if let awaited = state.awaited, awaited.frame <= frame { awaited.reached.yield() }
    }
  }

  /// Waits until a read begins at `frame` or behind it.
  func reach(_ frame: Int) async {
    let (arrival, reached) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      state.awaited = (frame, reached)
      if state.frame >= frame { reached.yield() }
    }
    for await _ in arrival { return }
  }
}

/// Opens tracks out of memory.
struct MemoryOpener: DecoderOpener {
  /// The record and the state of a simulated disk.
  struct Disk {
    /// Every opening, in order, also those that failed.
    var openings: [FilePath] = []
    /// The names of deleted files.
    var deleted: Set<FilePath> = []
    /// How often a decoder was asked to seek.
    var seekCount = 0
  }

  var tracks: [FilePath: MemoryTrack]
  let disk = Locked(Disk())

  init(_ tracks: [MemoryTrack]) {
    self.tracks = [:]
    for (index, track) in tracks.enumerated() { self.tracks[Self.path(index)] = track }
  }

  static func path(_ index: Int) -> FilePath { FilePath("track-\(index)") }

  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    let isDeleted = disk.withLock { disk in
      disk.openings.append(path)
      return disk.deleted.contains(path)
    }
    guard !isDeleted, let track = tracks[path] else {
      throw SongDecodingError("there is no such file")
    }
    return MemoryDecoder(track, disk)
  }
}

final class MemoryDecoder: SongDecoder {
  private let track: MemoryTrack
  private let disk: Locked<MemoryOpener.Disk>
  private var frame = 0
  private var counts: SplitMix64?

  init(_ track: MemoryTrack, _ disk: Locked<MemoryOpener.Disk>) {
    self.track = track
    self.disk = disk
    counts = track.counts
  }

  var format: StreamFormat { track.format }
  var frameCount: Int? { track.hasLength ? track.frameCount : nil }
  var tags: Tags { Tags() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    var end = min(track.frameCount, track.damage?.frame ?? .max)
    let hole = track.holes.first { $0.upperBound > frame }
    if let hole { end = min(end, hole.lowerBound) }
    track.progress?.come(to: frame)
    if frame >= track.gateFrame { track.gate?.pass() } else { end = min(end, track.gateFrame) }
    let drawn = counts?.next()
    let limit = drawn.map { Int($0 % 3_000) + 1 } ?? .max
    let room = min(buffer.count / format.frameByteCount, limit)
    let count = min(room, max(end - frame, 0))
    if count == 0, let damage = track.damage, frame >= damage.frame {
      throw SongDecodingError(damage.reason)
    }
    if count == 0, let hole, frame >= hole.lowerBound { throw SongDecodingError("there is a hole") }
    let start = frame * format.frameByteCount
    track.bytes.withUnsafeBytes { bytes in
      buffer.copyMemory(
        from: UnsafeRawBufferPointer(
          rebasing: bytes[start..<(start + count * format.frameByteCount)]))
    }
    frame += count
    return count
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    disk.withLock { $0.seekCount += 1 }
    guard !track.holes.contains(where: { $0.contains(frame) }) else {
      throw SongDecodingError("there is a hole")
    }
    self.frame = min(frame, track.frameCount)
  }
}
