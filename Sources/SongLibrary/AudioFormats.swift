/// What a file's name promises of its contents.
enum AudioFormats {
  enum Verdict: Equatable {
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

  private static let unsupported: [String: String] = [
    "3ga": "AAC", "aa": "Audible", "aac": "AAC", "aax": "Audible", "ac3": "Dolby Digital",
    "alac": "Apple Lossless", "amr": "AMR", "ape": "Monkey's Audio", "dff": "DSD", "dsf": "DSD",
    "dts": "DTS", "eac3": "Dolby Digital Plus", "m4a": "AAC", "m4b": "AAC", "m4p": "AAC",
    "m4r": "AAC", "mid": "MIDI", "midi": "MIDI", "mka": "Matroska", "mp4": "MP4",
    "mpc": "Musepack", "ofr": "OptimFROG", "ra": "RealAudio", "ram": "RealAudio",
    "shn": "Shorten", "spx": "Speex", "tak": "TAK", "tta": "True Audio", "weba": "WebM",
    "wma": "Windows Media Audio", "wv": "WavPack",
  ]

  static func verdict(onName name: [UInt8]) -> Verdict {
    guard let ending = ending(ofName: name) else { return .other }
    if supported.contains(ending) { return .supported }
    guard let format = unsupported[ending] else { return .other }
    return .unsupported(reason: "\(format) (.\(ending)) is not supported")
  }

  /// What follows the last dot, in lower case; `nil` where it is no short ASCII word.
  static func ending(ofName name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let ending = name[(dot + 1)...]
    guard (1...5).contains(ending.count), ending.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    return String(decoding: ending, as: UTF8.self).lowercased()
  }
}
