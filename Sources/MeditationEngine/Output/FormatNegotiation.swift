import MeditationPlan

/// Opens outputs, trying plainer formats until one is accepted.
enum FormatNegotiation {
  /// The highest rate of an output that keeps it for a session, unless one is requested: nobody
  /// hears more, and a single song of 192 kHz would make all of the sound four times as large.
  private static let highestSessionRate = 48_000

  /// The format of an output that keeps it for a whole session: the first song or silence needs
  /// `format`, all songs need `songs`, and the sounds beside them the rate `least`.
  static func sessionFormat(
    for format: OutputFormat, songs: SoundFormat, least: Int, fixedRate: Int?
  ) -> OutputFormat {
    var format = format
    format.channelCount = max(format.channelCount, songs.channelCount)
    let rate = max(songs.sampleRate > 0 ? songs.sampleRate : format.sampleRate, least)
    format.sampleRate = fixedRate ?? min(rate, highestSessionRate)
    return format
  }

  /// The format that loses nothing of `input`: 24 bits for more than 16, or for scaled samples.
  static func ideal(for input: StreamFormat, volume: Int) -> OutputFormat {
    OutputFormat(
      sampleRate: input.sampleRate, channelCount: input.channelCount,
      bits: input.sample == .int16 && volume == 100 ? 16 : 24)
  }

  /// Opens the output closest to `wanted`. Throws why the first, best format was refused.
  static func open(
    _ opener: any OutputOpener, _ wanted: OutputFormat, buffer: Duration
  ) throws(OutputError) -> any Output {
    var first: OutputError?
    for format in candidates(for: wanted) {
      do throws(OutputError) {
        return checked(try opener.open(format, buffer: buffer), of: opener)
      } catch {
        first = first ?? error
        if !error.concernsFormat { throw error }
      }
    }
    throw first ?? OutputError("no format is taken")
  }

  /// Stops the program if the format of the opened output is one to which nothing can be converted.
  private static func checked(_ output: any Output, of opener: any OutputOpener) -> any Output {
    let format = output.format
    guard format.sampleRate > 0, format.channelCount > 0, [16, 24].contains(format.bits) else {
      stopForBrokenPrecondition(
        """
        \(type(of: opener)) opened an output of \(format.sampleRate) Hz, \(format.channelCount) \
        channels and \(format.bits) bits; it needs a rate and channels, and 16 or 24 bits
        """)
    }
    return output
  }

  /// The formats to try, best first: fewer bits, then fewer channels, then another sample rate.
  static func candidates(for wanted: OutputFormat) -> [OutputFormat] {
    let channelCounts = [wanted.channelCount] + [2, 1].filter { $0 != wanted.channelCount }
    let bits = wanted.bits == 24 ? [24, 16] : [16]
    let rates = [wanted.sampleRate] + [48_000, 44_100].filter { $0 != wanted.sampleRate }
    return rates.flatMap { rate in
      channelCounts.flatMap { count in
        bits.map { OutputFormat(sampleRate: rate, channelCount: count, bits: $0) }
      }
    }
  }
}

extension Plan {
  /// The lowest rate, in hertz, that loses nothing of the sounds beside the songs; 0 without any.
  var leastSampleRate: Int {
    let sounds =
      hasBells || guide != nil || !under.isEmpty
      || parts.contains { $0.breath != nil || !$0.voices.isEmpty }
    return sounds ? 44_100 : 0
  }
}
