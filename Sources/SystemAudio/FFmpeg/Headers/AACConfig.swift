/// The configuration of AAC in an MP4 file.
///
/// Source: ISO 14496-1, section 7.2.6 (descriptors), and 14496-3, section 1.6.2.1.
struct AACConfig {
  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// Whether it is AAC LC, without extensions.
  let isPlain: Bool
  let sampleRate: Int
  let channelCount: Int

  /// - Parameter description: The contents of the box `esds`.
  init?(_ description: ArraySlice<UInt8>) {
    var rest = description.dropFirst(4)
    // An ES descriptor (3) of 3 bytes holds a decoder's configuration (4) of 13, and its details (5).
    guard Self.open(3, &rest) != nil else { return nil }
    guard rest.number(2, 1) == 0 else { return nil }
    rest = rest.dropFirst(3)
    guard Self.open(4, &rest) != nil, rest.first == 0x40 else { return nil }
    rest = rest.dropFirst(13)
    guard let size = Self.open(5, &rest), size >= 2, rest.count >= size else { return nil }
    let bits = rest.number(0, 2)
    let index = bits >> 7 & 0xF
    guard index < Self.rates.count else { return nil }
    sampleRate = Self.rates[index]
    channelCount = bits >> 3 & 0xF
    // What may follow announces a spectral band: type 5 behind the sync word 0x2B7.
    isPlain =
      bits >> 11 == 2
      && (size < 5 || rest.number(2, 2) >> 5 != 0x2B7 || rest.number(4, 1) & 0x80 == 0)
  }

  /// Enters a descriptor, and returns its size; `nil` if it is another than `tag`.
  private static func open(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.popFirst() == tag else { return nil }
    var size = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      size = size << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return size
  }
}
