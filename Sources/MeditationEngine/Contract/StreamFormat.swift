/// The storage of a sample, in native byte order.
package enum SampleFormat: Equatable, Sendable {
  /// Signed 16-bit integers.
  case int16
  /// Signed 32-bit integers with the sample in the upper 24 bits.
  case int24in32
  /// 32-bit floating point, full scale at ±1.
  case float32

  /// Bytes per sample.
  package var byteCount: Int {
    switch self {
    case .int16: 2
    case .int24in32, .float32: 4
    }
  }

  /// Appends `samples`, which are stored in this format, to `floats`; full scale is ±1.
  func append(_ samples: UnsafeRawBufferPointer, to floats: inout [Float]) {
    switch self {
    case .int16:
      floats.append(contentsOf: samples.bindMemory(to: Int16.self).lazy.map { Float($0) * 0x1p-15 })
    case .int24in32:
      floats.append(contentsOf: samples.bindMemory(to: Int32.self).lazy.map { Float($0) * 0x1p-31 })
    case .float32:
      floats.append(contentsOf: samples.bindMemory(to: Float.self))
    }
  }

  /// The highest of `samples`, which are stored in this format; 1 is full scale.
  package func peak(_ samples: UnsafeRawBufferPointer) -> Double {
    switch self {
    case .int16:
      samples.bindMemory(to: Int16.self).reduce(0) { max($0, abs(Double($1)) / 32_768) }
    case .int24in32:
      samples.bindMemory(to: Int32.self).reduce(0) { max($0, abs(Double($1)) / 2_147_483_648) }
    case .float32:
      samples.bindMemory(to: Float.self).reduce(0) { max($0, Double(abs($1))) }
    }
  }
}

package struct StreamFormat: Equatable, Sendable {
  /// The sample rates that are played, in hertz. Lower ones are not used for sound, and converting
  /// them to a device's rate would make gigabytes of a small file.
  package static let sampleRates = 1_000...1_000_000

  /// In hertz.
  package var sampleRate: Int
  /// Samples per frame, 1 to 8.
  package var channelCount: Int
  package var sample: SampleFormat

  package init(sampleRate: Int, channelCount: Int, sample: SampleFormat) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.sample = sample
  }

  package var frameByteCount: Int { channelCount * sample.byteCount }

  /// Why this format cannot be played, a clause; `nil` if it can.
  package var refusal: String? {
    guard (1...8).contains(channelCount) else {
      return "it has \(channelCount) channels; 1 to 8 are supported"
    }
    guard Self.sampleRates.contains(sampleRate) else {
      return "its sample rate is \(sampleRate) Hz; 1 kHz to 1 MHz are supported"
    }
    return nil
  }
}
