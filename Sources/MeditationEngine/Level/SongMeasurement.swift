import MeditationPlan
import SystemPackage

/// The result of reading a whole song.
package struct SongMeasurement: Hashable, Sendable {
  package var loudness: Loudness
  package var length: Duration
  /// The peaks of equal steps from its beginning to its end, each 0 to 255 of full scale.
  package var peaks: [UInt8]
  /// True if it was read to its end. Damage of the file that was skipped does not count; what a disk
  /// did not deliver does, and what nobody waited for.
  package var isComplete: Bool

  package init(loudness: Loudness, length: Duration, peaks: [UInt8], isComplete: Bool = true) {
    self.loudness = loudness
    self.length = length
    self.peaks = peaks
    self.isComplete = isComplete
  }
}

/// How loud a song is, as EBU R 128 measures it.
package struct Loudness: Hashable, Sendable {
  /// The integrated loudness in LUFS; minus infinity where nothing is loud enough to be measured.
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
  /// The tag, as info shows it: "REPLAYGAIN_TRACK_GAIN".
  package var tag: String
  /// The gain in it, in dB, towards the loudness that tags of its kind mean.
  package var gain: Double
  /// `nil` where the gain is not believed, because it would silence the song or blow it up.
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

/// The next step of a meter after a block of a song.
package enum MeteringStep: Sendable {
  case goOn
  /// The song is as loud as what was read of it; somebody has waited long enough.
  case finish
  case cancel
}

/// Measures songs. Called on several threads at once.
package protocol LoudnessMeter: Sendable {
  /// Reads the song at `path` from its first frame to the last that can be decoded. Damage is skipped
  /// as in playback.
  ///
  /// Blocks for as long as that takes, some thousandths of the song's length. `next` is asked some
  /// hundred times a second, and told which part of the song, 0 to 1, is measured; `nil` if its length
  /// is not known.
  ///
  /// - Parameter last: What measured the song before this one on the same thread, which has its file open;
  ///   then what has measured this one.
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: If not one frame can be measured.
  func measure(
    _ path: FilePath, after last: inout (any SongDecoder)?,
    next: (_ part: Double?) -> MeteringStep
  ) throws(SongDecodingError) -> SongMeasurement?

  /// The loudness in the tags of the song at `path`; `nil` if they give none. Reads only the
  /// tags and the properties of the file.
  func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness?
}

/// Keeps measurements between runs. Called on several threads; blocks on the disk.
package protocol MeasurementStore: Sendable {
  /// The measurement of the file at `path` when it had `stamp`; `nil` if there is none.
  func measurement(of path: FilePath, _ stamp: FileStamp) -> SongMeasurement?

  func store(_ measurement: SongMeasurement, of path: FilePath, _ stamp: FileStamp)
}
