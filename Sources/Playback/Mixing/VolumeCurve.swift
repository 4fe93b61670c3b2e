/// The volume scale.
enum VolumeCurve {
  /// The gain for `percent` of full scale: its cube.
  ///
  /// Perceived loudness is about the cube root of amplitude, so that 50 % (-18 dB) sounds half as
  /// loud. PulseAudio's and mpv's software volume have this curve. 0 is silence, 100 is exactly 1.
  static func gain(percent: Int) -> Float {
    let part = Float(percent) / 100
    return part * part * part
  }
}
