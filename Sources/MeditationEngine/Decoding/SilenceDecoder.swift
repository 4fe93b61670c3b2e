import SystemPackage

/// Opens silent songs of declared lengths, for scripts that declare their songs.
package struct SilenceOpener: DecoderOpener {
  private let lengths: [FilePath: Duration?]
  private let files: (any DecoderOpener)?

  /// - Parameters:
  ///   - lengths: The songs' lengths by their paths. A song of unknown length never ends.
  ///   - files: Opens all other paths, such as those of bells.
  package init(lengths: [FilePath: Duration?], files: (any DecoderOpener)? = nil) {
    self.lengths = lengths
    self.files = files
  }

  package func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    if let length = lengths[path] { return SilenceDecoder(length: length) }
    guard let files else { throw SongDecodingError("there is no such song") }
    return try files.open(path)
  }
}

/// Silence of a given or unlimited length.
final class SilenceDecoder: SongDecoder {
  /// The format of silence without a song.
  static let plainFormat = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)

  let format: StreamFormat
  let frameCount: Int?
  let tags = Tags()
  private var frame = 0

  init(length: Duration?, format: StreamFormat = plainFormat) {
    self.format = format
    frameCount = length.map { $0.frameCount(at: format.sampleRate) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    let room = buffer.count / format.frameByteCount
    let count = min(room, frameCount.map { $0 - frame } ?? room)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * format.frameByteCount)])
      .initializeMemory(as: UInt8.self, repeating: 0)
    frame += count
    return count
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    self.frame = min(frame, frameCount ?? frame)
  }
}
