extension SampleFormat {
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
