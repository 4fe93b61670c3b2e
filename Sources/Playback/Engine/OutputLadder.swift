/// Opens outputs, asking for plainer formats until one is taken.
enum OutputLadder {
  /// Opens the output that comes nearest to `wanted`.
  ///
  /// Fewer bits first, then fewer channels, then another sample rate.
  ///
  /// - Throws: The reason that the first, best format was refused for.
  static func open(
    _ opener: any OutputOpener, _ wanted: OutputFormat
  ) throws(OutputError) -> any Output {
    var first: OutputError?
    for format in rungs(wanted) {
      do throws(OutputError) {
        return try opener.open(format)
      } catch {
        first = first ?? error
        if !error.concernsFormat { throw error }
      }
    }
    throw first ?? OutputError("no format is taken")
  }

  /// What to ask for, best first.
  static func rungs(_ wanted: OutputFormat) -> [OutputFormat] {
    var channelCounts = [wanted.channelCount]
    for count in [2, 1] where !channelCounts.contains(count) { channelCounts.append(count) }
    let bits = wanted.bits == 24 ? [24, 16] : [16]
    var rates = [wanted.sampleRate]
    for rate in [48_000, 44_100] where !rates.contains(rate) { rates.append(rate) }
    return rates.flatMap { rate in
      channelCounts.flatMap { count in
        bits.map { OutputFormat(sampleRate: rate, channelCount: count, bits: $0) }
      }
    }
  }
}
