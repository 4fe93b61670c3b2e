extension SampleFormat {
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
}
