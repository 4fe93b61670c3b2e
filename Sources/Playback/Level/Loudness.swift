/// How loud a song is, as EBU R 128 measures it.
public struct Loudness: Hashable, Sendable {
  /// The integrated loudness in LUFS; minus infinity where nothing is loud enough to be measured.
  public var integrated: Double
  /// The highest peak between and at samples, in dBTP; minus infinity for digital silence.
  public var truePeak: Double

  /// A loudness of `integrated` LUFS that peaks at `truePeak` dBTP.
  public init(integrated: Double, truePeak: Double) {
    self.integrated = integrated
    self.truePeak = truePeak
  }
}
