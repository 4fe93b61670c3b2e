/// Decodes a song as floats of a given rate and number of channels, to be mixed with others.
final class ConvertedDecoder: SongDecoder {
  /// How many of the song's frames are decoded at once; fewer if they become many more.
  private static let longestBlock = 2_048

  /// Decodes the song unchanged.
  let base: any SongDecoder
  let format: StreamFormat
  private let map: ChannelMap
  private let rate: (any RateConverter)?
  private var bytes: [UInt8]
  /// Converted frames that were not read yet.
  private var ready: ArraySlice<Float> = []
  /// Why nothing more can be decoded.
  private var stop: Chunk.Ending?

  /// - Throws: If the sample rate cannot be converted.
  init(
    _ base: any SongDecoder, to format: StreamFormat, _ converters: any RateConverterMaker
  ) throws(SongDecodingError) {
    self.base = base
    self.format = format
    map = ChannelMap(from: base.format.channelCount, to: format.channelCount)
    let stretch = OutputBuffer.longestStretch * base.format.sampleRate / format.sampleRate
    let block = min(max(stretch, 1), Self.longestBlock)
    bytes = [UInt8](repeating: 0, count: block * base.format.frameByteCount)
    rate = try converters.converter(
      from: base.format.sampleRate, to: format.sampleRate, channelCount: format.channelCount)
  }

  var frameCount: Int? { base.frameCount.map(converted) }
  var tags: Tags { base.tags }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    while ready.isEmpty, stop == nil { decode() }
    if ready.isEmpty {
      if case .damage(let error)? = stop { throw error }
      return 0
    }
    return ready.moveFrames(ready.count / format.channelCount, format, to: buffer)
  }

  func seek(to frame: Int) throws(SongDecodingError) {
    begin()
    try base.seek(to: frame == converted(base.frameCount ?? 0) ? base.frameCount ?? 0 : own(frame))
  }

  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    begin()
    return max(converted(try base.resume(after: own(frame), step: max(own(step), 1))), frame)
  }

  func missingFrameCount(from frame: Int) -> Int? {
    base.missingFrameCount(from: own(frame)).map(converted)
  }

  private func decode() {
    var samples: [Float] = []
    do throws(SongDecodingError) {
      if try base.readFloats(into: &samples, through: &bytes) == 0 { stop = .endOfFile }
    } catch {
      stop = .damage(error)
    }
    if stop != nil {
      rate?.finish(into: &samples)
      return ready.append(contentsOf: samples)
    }
    if !map.isIdentity {
      var mapped: [Float] = []
      map.apply(samples, into: &mapped)
      samples = mapped
    }
    guard let rate else { return ready.append(contentsOf: samples) }
    var converted: [Float] = []
    rate.convert(samples, into: &converted)
    ready.append(contentsOf: converted)
  }

  /// Discards the converter's state, after a seek.
  private func begin() {
    var dropped: [Float] = []
    rate?.finish(into: &dropped)
    (ready, stop) = ([], nil)
  }

  /// Converts a number of the song's frames to frames of `format`.
  private func converted(_ count: Int) -> Int {
    Self.scaled(count, from: base.format.sampleRate, to: format.sampleRate)
  }

  /// Converts a number of frames of `format` to the song's frames.
  private func own(_ count: Int) -> Int {
    Self.scaled(count, from: format.sampleRate, to: base.format.sampleRate)
  }

  private static func scaled(_ count: Int, from: Int, to: Int) -> Int {
    from == to
      ? count : Int(clamping: (Int128(count) * Int128(to) + Int128(from / 2)) / Int128(from))
  }
}

extension SongDecoder {
  /// This decoder, or one that converts to `format`, in floats; throws if the rate is impossible.
  package func converted(
    to format: StreamFormat, _ converters: any RateConverterMaker
  ) throws(SongDecodingError) -> any SongDecoder {
    format == self.format ? self : try ConvertedDecoder(self, to: format, converters)
  }
}
