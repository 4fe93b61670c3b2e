/// Sound that is recognised and that libsndfile cannot decode; the raw value is its name in
/// messages.
package enum ForeignFormat: String, Equatable, Sendable {
  case aac = "AAC"
  case amr = "AMR"
  case appleLossless = "Apple Lossless"
  case audible = "Audible"
  case avi = "AVI"
  case coreAudio = "Core Audio"
  case dolbyDigital = "Dolby Digital"
  case dolbyDigitalPlus = "Dolby Digital Plus"
  case dsd = "DSD"
  case dts = "DTS"
  case flashVideo = "Flash Video"
  case matroska = "Matroska"
  case midi = "MIDI"
  case monkeysAudio = "Monkey's Audio"
  case mp3 = "MP3"
  case mp4 = "MP4"
  case mpegProgram = "MPEG video"
  case musepack = "Musepack"
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
  case windowsMediaVideo = "Windows Media Video"

  /// Whether ffmpeg decodes it. Audible is encrypted, and MIDI is notes.
  package var isDecodedByFFmpeg: Bool {
    switch self {
    case .audible, .midi, .optimFROG: false
    case .aac, .amr, .appleLossless, .avi, .coreAudio, .dolbyDigital, .dolbyDigitalPlus, .dsd, .dts,
      .flashVideo, .matroska, .monkeysAudio, .mp3, .mp4, .mpegProgram, .musepack, .oggVideo,
      .quickTime,
      .realAudio, .shorten, .speex, .tak, .trueAudio, .wavPack, .wave, .webM, .windowsMediaAudio,
      .windowsMediaVideo:
      true
    }
  }
}
