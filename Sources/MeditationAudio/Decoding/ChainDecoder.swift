import MeditationEngine

/// Decodes the streams of a chain, one after the other without a gap, in one format.
final class ChainDecoder: SongDecoder {
  /// A stream, or the part of it that can be decoded.
  private struct Link {
    /// Its place among the streams of the file.
    let stream: Int
    let frames: Range<Int>
    /// Why the stream cannot be decoded, if that is known: it then has no frames.
    var failure: SongDecodingError?
  }

  let format: StreamFormat
  let tags: Tags
  let encoding: String
  var frameCount: Int? { links.last?.frames.upperBound }

  private let chain: SoundChain
  private var links: [Link] = []
  /// The stream that is decoded, and its place in `links`.
  private var current: any SongDecoder
  private var index = 0
  /// The next frame that will be delivered.
  private var frame = 0

  /// Decodes `chain`. Opens each stream once for its length, and decodes one that states none
  /// because its end is missing. Throws if none can be opened, or the disk fails.
  init(_ chain: SoundChain) throws(SongDecodingError) {
    self.chain = chain
    var opened: [(stream: Int, format: StreamFormat, length: Duration)] = []
    var failures: [Int: SongDecodingError] = [:]
    var first: (tags: Tags, encoding: String)?
    for stream in chain.links.indices {
      do throws(SongDecodingError) {
        let decoder = try chain.open(stream)
        let format = decoder.format
        first = first ?? (decoder.tags, decoder.encoding)
        var length = decoder.frameCount.map { Duration(frames: $0, sampleRate: format.sampleRate) }
        if length == nil {
          let report = DecodingReport(of: decoder, estimate: nil)
          length = report.length
          if report.ending != .whole { failures[stream] = .cutOff }
        } else if stream + 1 < chain.links.count,
          let missing = decoder.missingFrameCount(from: decoder.frameCount ?? 0), missing > 0
        {
          failures[stream] = .cutOff
        }
        if let length, length > .zero { opened.append((stream, format, length)) }
      } catch {
        guard error.concernsFile else { throw error }
        failures[stream] = error
      }
    }
    guard let first, let begin = opened.first else {
      throw failures.min { $0.key < $1.key }?.value ?? .noSound
    }
    let format = StreamFormat(
      sampleRate: opened.map(\.format.sampleRate).max() ?? begin.format.sampleRate,
      channelCount: opened.map(\.format.channelCount).max() ?? begin.format.channelCount,
      sample: .float32)
    var end = 0
    for stream in chain.links.indices {
      if let link = opened.first(where: { $0.stream == stream }) {
        let count = link.length.frameCount(at: format.sampleRate)
        links.append(Link(stream: stream, frames: end..<end + count))
        end += count
      }
      if let failure = failures[stream] {
        links.append(Link(stream: stream, frames: end..<end, failure: failure))
      }
    }
    (self.format, tags, encoding) = (format, first.tags, first.encoding)
    current = try chain.open(begin.stream).converted(to: format, SoxrConverters())
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    while true {
      if let failure = links[index].failure { throw failure }
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
    self.frame = target
    guard links[index].failure == nil else { return }
    try current.seek(to: target - links[index].frames.lowerBound)
  }

  /// Within the stream, or at the beginning of the next one.
  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    let first = links[index].frames.lowerBound
    do throws(SongDecodingError) {
      if let failure = links[index].failure { throw failure }
      self.frame = first + (try current.resume(after: frame - first, step: step))
    } catch {
      guard index + 1 < links.count else { throw error }
      try go(to: index + 1)
    }
    return self.frame
  }

  func missingFrameCount(from frame: Int) -> Int? {
    index + 1 < links.count
      ? nil : current.missingFrameCount(from: frame - links[index].frames.lowerBound)
  }

  private func go(to index: Int) throws(SongDecodingError) {
    self.index = index
    frame = links[index].frames.lowerBound
    guard links[index].failure == nil else { return }
    current = try chain.open(links[index].stream).converted(to: format, SoxrConverters())
  }
}
