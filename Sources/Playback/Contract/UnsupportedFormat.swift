/// Sound that is recognised and cannot be decoded; the raw value is its name in messages.
package enum UnsupportedFormat: String, Equatable, Sendable {
  case aac = "AAC"
  case amr = "AMR"
  case appleLossless = "Apple Lossless"
  case audible = "Audible"
  case dolbyDigital = "Dolby Digital"
  case dolbyDigitalPlus = "Dolby Digital Plus"
  case dsd = "DSD"
  case dts = "DTS"
  case matroska = "Matroska"
  case midi = "MIDI"
  case monkeysAudio = "Monkey's Audio"
  case mp4 = "MP4"
  case musepack = "Musepack"
  case optimFROG = "OptimFROG"
  case realAudio = "RealAudio"
  case shorten = "Shorten"
  case speex = "Speex"
  case tak = "TAK"
  case trueAudio = "True Audio"
  case wavPack = "WavPack"
  case webM = "WebM"
  case windowsMediaAudio = "Windows Media Audio"

  /// A clause fit to be shown after a file's name.
  package var refusal: String { "\(rawValue) is not supported" }
}
