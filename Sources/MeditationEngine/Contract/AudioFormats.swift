/// The formats that can be decoded, by the ending of a file's name, and why others cannot.
package struct AudioFormats: Equatable, Sendable {
  package enum Verdict: Equatable {
    /// A format that the decoder knows.
    case supported
    /// Sound in a format that no decoder knows; the reason names it.
    case unsupported(reason: String)
    /// No sound, or unknown.
    case other
  }

  /// True if ffmpeg is installed, which decodes what libsndfile does not.
  private let hasFFmpeg: Bool

  package init(hasFFmpeg: Bool) { self.hasFFmpeg = hasFFmpeg }

  /// Source: libsndfile 1.2, "Features": the formats that it recognises by itself. `mat` is left
  /// out: it is more often numbers than sound.
  private static let native: Set<String> = [
    "8svx", "aif", "aifc", "aiff", "au", "avr", "bwf", "caf", "flac", "iff", "mp1", "mp2", "mp3",
    "mpga", "nist", "oga", "ogg", "opus", "paf", "pvf", "rf64", "sd2", "sds", "sf", "snd", "sph",
    "voc", "w64", "wav", "wave", "wve",
  ]

  private static let sound: [String: ForeignFormat] = [
    "3ga": .aac, "aa": .audible, "aac": .aac, "aax": .audible, "ac3": .dolbyDigital,
    "alac": .appleLossless, "amr": .amr, "ape": .monkeysAudio, "dff": .dsd, "dsf": .dsd,
    "dts": .dts, "eac3": .dolbyDigitalPlus, "m4a": .mp4, "m4b": .mp4, "m4p": .mp4, "m4r": .mp4,
    "mid": .midi, "midi": .midi, "mka": .matroska, "mkv": .matroska, "mp4": .mp4,
    "mpc": .musepack,
    "ofr": .optimFROG, "ra": .realAudio, "ram": .realAudio, "shn": .shorten, "spx": .speex,
    "tak": .tak, "tta": .trueAudio, "weba": .webM, "webm": .webM, "wma": .windowsMediaAudio,
    "wv": .wavPack,
  ]

  /// Films, except Matroska and WebM, which often have only sound. Without ffmpeg, those in a
  /// folder are left out silently; one named as an argument is recognised by its bytes. `ts` is not
  /// among them: TypeScript uses it, too.
  private static let films: Set<String> = [
    "3gp", "avi", "flv", "m4v", "mov", "mpeg", "mpg", "ogv", "vob", "wmv",
  ]

  /// The endings of files that may hold whole albums.
  package static let ofAlbums = ["flac", "wav", "ape", "wv", "m4a", "tta", "mp3", "ogg", "opus"]

  /// - Parameter ending: In lower case, without the dot; `nil` if the name has none.
  package func verdict(onEnding ending: String?) -> Verdict {
    guard let ending else { return .other }
    if Self.native.contains(ending) { return .supported }
    if Self.films.contains(ending) { return hasFFmpeg ? .supported : .other }
    guard let format = Self.sound[ending] else { return .other }
    return refusal(of: format, ending: ending).map { .unsupported(reason: $0) } ?? .supported
  }

  /// Why sound in `format` is refused, as a clause; `nil` if it is decoded.
  ///
  /// - Parameter ending: The file's, if the format is only known by it.
  package func refusal(of format: ForeignFormat, ending: String? = nil) -> String? {
    let name = ending.map { "\(format.rawValue) (.\($0))" } ?? format.rawValue
    guard format.isDecodedByFFmpeg else { return "\(name) is not supported" }
    return hasFFmpeg ? nil : "\(name) needs ffmpeg: install the package 'ffmpeg'"
  }

  /// Why sound in the encoding `name`, which no installed decoder reads, is refused, as a clause.
  package func refusal(ofEncoding name: String) -> String {
    hasFFmpeg
      ? "its encoding (\(name)) is not supported"
      : "its encoding (\(name)) needs ffmpeg: install the package 'ffmpeg'"
  }
}

/// A format that is recognised but not read by libsndfile; the raw value is its name in messages.
package enum ForeignFormat: String, Equatable, Sendable {
  case aac = "AAC"
  case aiff = "AIFF"
  case amr = "AMR"
  case appleLossless = "Apple Lossless"
  case audible = "Audible"
  case avi = "AVI"
  case coreAudio = "Core Audio"
  case dolbyDigital = "Dolby Digital"
  case dolbyDigitalPlus = "Dolby Digital Plus"
  case dsd = "DSD"
  case dts = "DTS"
  case flac = "FLAC"
  case flashVideo = "Flash Video"
  case matroska = "Matroska"
  case midi = "MIDI"
  case monkeysAudio = "Monkey's Audio"
  case mp3 = "MP3"
  case mp4 = "MP4"
  case mpegProgram = "MPEG video"
  case mpegTransport = "MPEG transport stream"
  case musepack = "Musepack"
  case ogg = "Ogg"
  case oggVideo = "Ogg video"
  case optimFROG = "OptimFROG"
  case quickTime = "QuickTime"
  case realAudio = "RealAudio"
  case shorten = "Shorten"
  case speex = "Speex"
  case tak = "TAK"
  case trueAudio = "True Audio"
  case wavPack = "WavPack"
  case wave = "WAV"
  case webM = "WebM"
  case windowsMediaAudio = "Windows Media Audio"

  /// True if ffmpeg decodes it. Audible is encrypted, and MIDI is notes.
  var isDecodedByFFmpeg: Bool { ![.audible, .midi, .optimFROG].contains(self) }
}
