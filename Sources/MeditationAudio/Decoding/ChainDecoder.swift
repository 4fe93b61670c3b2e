import MeditationEngine

/// Decodes the streams of a chain, one after the other without a gap, in one format.
final class ChainDecoder: SongDecoder {
  private struct Link {
    /// Its place among the streams of the file.
    let stream: Int
    /// The frames of the song that it has.
    let frames: Range<Int>
  }

  let format: StreamFormat
  let tags: Tags
  let encoding: String
  var frameCount: Int? { links.last?.frames.upperBound }

  private let chain: OggChain
  private var links: [Link] = []
  /// The stream that is decoded, and its place in `links`.
  private var current: any SongDecoder
  private var index = 0
  /// The next frame that will be delivered.
  private var frame = 0

  /// Decodes `chain`. Each stream is opened once to see how long it is.
  ///
  /// - Throws: If none can be opened. One of several that cannot be is left out.
  init(_ chain: OggChain) throws(SongDecodingError) {
    self.chain = chain
    typealias Opened = (stream: Int, format: StreamFormat, frameCount: Int)
    var opened: [Opened] = []
    var first: (tags: Tags, encoding: String)?
    var failure = SongDecodingError.noSound
    for index in chain.links.indices {
      do throws(SongDecodingError) {
        let decoder = try chain.open(index)
        first = first ?? (decoder.tags, decoder.encoding)
        guard let count = decoder.frameCount, count > 0 else { continue }
        opened.append((index, decoder.format, count))
      } catch {
        failure = error
      }
    }
    guard let first, let begin = opened.first else { throw failure }
    let format = StreamFormat(
      sampleRate: opened.map(\.format.sampleRate).max() ?? begin.format.sampleRate,
      channelCount: opened.map(\.format.channelCount).max() ?? begin.format.channelCount,
      sample: .float32)
    var end = 0
    for link in opened {
      let length = Duration(frames: link.frameCount, sampleRate: link.format.sampleRate)
      let count = length.frameCount(at: format.sampleRate)
      links.append(Link(stream: link.stream, frames: end..<end + count))
      end += count
    }
    (self.format, tags, encoding) = (format, first.tags, first.encoding)
    current = try chain.open(begin.stream).converted(to: format, SoxrConverters())
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    while true {
      let end = links[index].frames.upperBound
      let isLast = index + 1 == links.count
      let room = buffer.count / format.frameByteCount
      let wanted = isLast ? room : min(room, end - frame)
      if wanted > 0 {
        let count = try current.read(
          into: .init(rebasing: buffer[..<(wanted * format.frameByteCount)]))
        frame += count
        if count > 0 || isLast { return count }
      }
      guard room > 0, !isLast else { return 0 }
      try go(to: index + 1)
    }
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    let target = max(0, min(frame, frameCount ?? frame))
    let index = links.firstIndex { $0.frames.contains(target) } ?? links.count - 1
    if index != self.index { try go(to: index) }
    try current.seek(to: target - links[index].frames.lowerBound)
    self.frame = target
  }

  /// Within the stream, or at the beginning of the next one.
  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    let first = links[index].frames.lowerBound
    do throws(SongDecodingError) {
      self.frame = first + (try current.resume(after: frame - first, step: step))
    } catch {
      guard index + 1 < links.count else { throw error }
      try go(to: index + 1)
    }
    return self.frame
  }

  func missingFrameCount(from frame: Int) -> Int? {
    current.missingFrameCount(from: frame - links[index].frames.lowerBound)
  }

  private func go(to index: Int) throws(SongDecodingError) {
    self.index = index
    frame = links[index].frames.lowerBound
    current = try chain.open(links[index].stream).converted(to: format, SoxrConverters())
  }
}
