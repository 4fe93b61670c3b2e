/// What the ending of a file's name promises of its contents.
package enum AudioFormats {
  package enum Verdict: Equatable {
    /// A format that the decoder knows.
    case supported
    /// Sound, in a format that the decoder does not know; the reason names it.
    case unsupported(reason: String)
    /// Nothing that sounds, or nothing known.
    case other
  }

  /// Source: libsndfile 1.2, "Features": the formats that it opens without being told how.
  /// `mat` is left out: it is sound more seldom than it is numbers.
  private static let supported: Set<String> = [
    "8svx", "aif", "aifc", "aiff", "au", "avr", "bwf", "caf", "flac", "iff", "mp1", "mp2", "mp3",
    "mpga", "nist", "oga", "ogg", "opus", "paf", "pvf", "rf64", "sd2", "sds", "sf", "snd", "sph",
    "voc", "w64", "wav", "wave", "wve",
  ]

  /// Endings of films are left out: in a folder of music they are not worth a message, and a film
  /// that is named is recognised by its bytes.
  private static let unsupported: [String: UnsupportedFormat] = [
    "3ga": .aac, "aa": .audible, "aac": .aac, "aax": .audible, "ac3": .dolbyDigital,
    "alac": .appleLossless, "amr": .amr, "ape": .monkeysAudio, "dff": .dsd, "dsf": .dsd,
    "dts": .dts, "eac3": .dolbyDigitalPlus, "m4a": .aac, "m4b": .aac, "m4p": .aac, "m4r": .aac,
    "mid": .midi, "midi": .midi, "mka": .matroska, "mp4": .mp4, "mpc": .musepack,
    "ofr": .optimFROG, "ra": .realAudio, "ram": .realAudio, "shn": .shorten, "spx": .speex,
    "tak": .tak, "tta": .trueAudio, "weba": .webM, "wma": .windowsMediaAudio, "wv": .wavPack,
  ]

  /// - Parameter ending: In lower case, without the dot; `nil` where the name has none.
  package static func verdict(onEnding ending: String?) -> Verdict {
    guard let ending else { return .other }
    if supported.contains(ending) { return .supported }
    guard let format = unsupported[ending] else { return .other }
    return .unsupported(reason: "\(format.rawValue) (.\(ending)) is not supported")
  }
}
