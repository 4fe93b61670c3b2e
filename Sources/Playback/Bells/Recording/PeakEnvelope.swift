/// The peaks of a recording over time, joined by straight lines that no sample exceeds.
struct PeakEnvelope: Sendable {
  /// Frames between two corners.
  private static let blockLength = 256

  /// Seconds between two corners.
  private let step: Double
  /// The larger peak of the blocks before and after each corner; 0 at the outermost two, which lie
  /// one block before and after the recording.
  private let corners: [Float]

  init(_ recording: Recording) {
    step = Double(Self.blockLength) / Double(recording.sampleRate)
    let peaks = stride(from: 0, to: recording.samples.count, by: 2 * Self.blockLength).map {
      start in
      let end = min(start + 2 * Self.blockLength, recording.samples.count)
      return recording.samples[start..<end].reduce(Float(0)) { max($0, abs($1)) }
    }
    corners = [0] + zip([0] + peaks, peaks + [0]).map(max) + [0]
  }

  /// When the last sample above `threshold` has passed, at the latest, in seconds.
  func end(above threshold: Float) -> Double {
    step * Double(corners.lastIndex { $0 > threshold } ?? 0)
  }

  /// A bound of the samples' magnitude at `time`, in seconds; continuous.
  func level(at time: Double) -> Float {
    let position = time / step + 1
    guard position > 0, position < Double(corners.count - 1) else { return 0 }
    let index = Int(position)
    let part = Float(position - Double(index))
    return corners[index] * (1 - part) + corners[index + 1] * part
  }
}
