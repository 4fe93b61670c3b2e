import MeditationPlan
import SystemPackage

/// The result of reading a whole song.
package struct SongMeasurement: Hashable, Sendable {
  package var loudness: Loudness
  package var length: Duration
  /// The peaks of equal steps from its beginning to its end, each 0 to 255 of full scale.
  package var peaks: [UInt8]
  /// True if read to its end, except for skipped damage. False if the disk failed or time was up.
  package var isComplete: Bool

  package init(loudness: Loudness, length: Duration, peaks: [UInt8], isComplete: Bool = true) {
    self.loudness = loudness
    self.length = length
    self.peaks = peaks
    self.isComplete = isComplete
  }
}

/// The loudness of a song by EBU R 128.
package struct Loudness: Hashable, Sendable {
  /// The integrated loudness in LUFS; minus infinity if nothing is loud enough.
  package var integrated: Double
  /// The highest peak between and at samples, in dBTP; minus infinity for digital silence.
  package var truePeak: Double

  package init(integrated: Double, truePeak: Double) {
    self.integrated = integrated
    self.truePeak = truePeak
  }
}

/// The loudness of a song according to its tags.
package struct TaggedLoudness: Hashable, Sendable {
  /// The tag, as shown by `info`: "REPLAYGAIN_TRACK_GAIN".
  package var tag: String
  /// Its gain in dB, towards the reference loudness of its kind of tag.
  package var gain: Double
  /// `nil` if the gain is not believed, because it would silence the song or overdrive it.
  package var loudness: Loudness?

  package init(tag: String, gain: Double, loudness: Loudness?) {
    self.tag = tag
    self.gain = gain
    self.loudness = loudness
  }

  /// Why the gain is not used, as a clause; `nil` if it is.
  package var refusal: String? {
    guard loudness == nil else { return nil }
    let tenths = Int((gain * 10).rounded())
    let text = "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    return "\(tag) of \(text) dB is out of range and ignored"
  }
}

/// A meter's next step after a block of a song.
package enum MeteringStep: Sendable {
  case goOn
  /// Take what was read for the whole: somebody has waited long enough.
  case finish
  case cancel
}

/// Measures songs. Called on several threads at once.
package protocol LoudnessMeter: Sendable {
  /// Reads the song at `path` from its first frame to the last that decodes. Skips damage.
  ///
  /// Blocks meanwhile, for some thousandths of the song's length. `next` is asked some hundred
  /// times a second, with the measured part of the song, 0 to 1; `nil` if its length is unknown.
  ///
  /// - Parameter last: What measured the song before this one on the same thread, which has its file open;
  ///   then what has measured this one.
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: If no frame can be measured.
  func measure(
    _ path: FilePath, after last: inout (any SongDecoder)?,
    next: (_ part: Double?) -> MeteringStep
  ) throws(SongDecodingError) -> SongMeasurement?

  /// The loudness in the tags at `path`, if any. Reads only the tags and properties of the file.
  func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness?
}

/// Keeps measurements between runs. Called on several threads; blocks on the disk.
package protocol MeasurementStore: Sendable {
  /// The measurement of the file at `path` with this `stamp`; `nil` if there is none.
  func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement?

  func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp)
}
