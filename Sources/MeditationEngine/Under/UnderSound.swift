import MeditationPlan
import MeditationSystem

/// An endless sound, synthesised in blocks that start at fixed frames.
///
/// A block depends only on its number, the seed and the sample rate, so a frame has the same
/// samples whatever was requested before. Copies share the latest blocks.
struct UnderSound: LaneSound {
  /// Frames in a block: so many that the settling of filters before each costs little.
  static let blockLength = 16 * NoiseCell.length
  /// How many blocks are kept: two for a chunk across a boundary, a third for rewinding a little.
  private static let keptBlockCount = 3

  private let model: UnderModel
  private let seeds: [UnderSeed]
  /// Newest last.
  private let blocks = Locked<[LayerBlock]>([])

  init(_ model: UnderModel, seed: UInt64) {
    self.model = model
    var generator = SplitMix64(seed: seed)
    let shared = generator.next()
    seeds = model.parts.map { _ in UnderSeed(shared: shared, own: generator.next()) }
  }

  // Rounding to Float may exceed the bound.
  func level(at time: Double) -> Float { Float(model.bound) * 1.000_001 }

  /// Blocks for some milliseconds when a new block begins.
  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    let range = soundingFrames(of: frames.count / 2, from: first, sampleRate: sampleRate)
    var frame = range.lowerBound
    while frame < range.upperBound {
      let index = frame / Self.blockLength
      let start = index * Self.blockLength
      let blockEnd = min(start + Self.blockLength, range.upperBound)
      let block = block(index, sampleRate: sampleRate)
      for sample in (2 * (frame - start))..<(2 * (blockEnd - start)) {
        frames[2 * (start - first) + sample] += block.samples[sample] * gain
      }
      frame = blockEnd
    }
  }

  private func block(_ index: Int, sampleRate: Int) -> LayerBlock {
    blocks.withLock { blocks in
      if let known = blocks.last(where: { $0.index == index && $0.sampleRate == sampleRate }) {
        return known
      }
      let block = LayerBlock(index: index, sampleRate: sampleRate, model: model, seeds: seeds)
      if blocks.count == Self.keptBlockCount { blocks.removeFirst() }
      blocks.append(block)
      return block
    }
  }
}

/// The seeds of one part of a layer.
struct UnderSeed: Sendable {
  /// Shared by all parts: when a wave comes.
  let shared: UInt64
  /// Of this part alone: its noise.
  let own: UInt64
}

/// Some tenths of a second of a layer.
private struct LayerBlock: Sendable {
  let index: Int
  /// In hertz.
  let sampleRate: Int
  /// Interleaved stereo.
  let samples: [Float]

  init(index: Int, sampleRate: Int, model: UnderModel, seeds: [UnderSeed]) {
    self.index = index
    self.sampleRate = sampleRate
    let count = UnderSound.blockLength
    samples = withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: count) { frames in
      frames.initialize(repeating: .zero)
      for (part, seed) in zip(model.parts, seeds) {
        part.add(to: frames, from: index * count, sampleRate: Double(sampleRate), seed: seed)
      }
      return [Float](unsafeUninitializedCapacity: 2 * count) { samples, sampleCount in
        for (frame, sides) in frames.enumerated() {
          let limited = Self.limited(sides * model.gain, to: model.bound)
          samples.initializeElement(at: 2 * frame, to: Float(limited.x))
          samples.initializeElement(at: 2 * frame + 1, to: Float(limited.y))
        }
        sampleCount = 2 * count
      }
    }
  }

  /// Keeps both sides within `bound`: x - x⁵/5, whose slope is 0 at the bound, so that nothing
  /// clicks, and which differs from x by 0.5 % at half the bound.
  @inline(__always)
  private static func limited(_ sides: SIMD2<Double>, to bound: Double) -> SIMD2<Double> {
    let edge = 1.25 * bound
    let one = SIMD2<Double>(repeating: 1)
    let part = (sides / edge).clamped(lowerBound: -one, upperBound: one)
    let square = part * part
    return edge * part * (1 - 0.2 * square * square)
  }
}
