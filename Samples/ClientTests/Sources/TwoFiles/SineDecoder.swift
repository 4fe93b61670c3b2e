import GaplessAudio

/// Samples of a sine tone, on one channel.
final class SineDecoder: SongDecoder {
  let format = StreamFormat(sampleRate: 48_000, channelCount: 1, sample: .int16)
  let tags = Tags(title: "A tone")
  var frameCount: Int? { count }

  private let frequency: Double
  private let count: Int
  private var position = 0

  init(frequency: Double, frameCount: Int) {
    self.frequency = frequency
    count = frameCount
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    let samples = buffer.bindMemory(to: Int16.self)
    let read = min(samples.count, count - position)
    for index in 0..<read {
      samples[index] = SineOpener.sample(position + index, of: frequency)
    }
    position += read
    return read
  }

  func seek(to frame: Int) throws(SongDecodingError) { position = min(frame, count) }
}
