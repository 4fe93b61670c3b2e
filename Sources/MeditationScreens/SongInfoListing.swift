import MeditationCore
import MeditationPlan
import MeditationText

/// The facts about a song that `info` shows.
package struct SongInfo: Sendable {
  /// The gain that brings a song to the common loudness.
  package enum Gain: Equatable, Sendable {
    /// The song is not measured yet. With the level off, it never will be.
    case unknown(isOff: Bool)
    /// The gain that the song plays with, in dB.
    case inUse(Double)
    /// The gain that the song will begin with, in dB; with the level off, it would with `level on`.
    case known(Double, isOff: Bool)
  }

  package let song: SongViewModel
  /// The song's number, from 1.
  package let number: Int
  package let length: SongLength
  /// The absolute path as text; `nil` if the song has no file.
  package let path: String?
  /// The path as it can be typed, safe on a terminal.
  fileprivate let typedPath: String?
  package let gain: Gain
  /// The tag that gave the gain; `nil` if it was measured, or is not known.
  package let gainTag: String?
  /// Why the gain in the song's tags is not used, as a clause; `nil` if it is, or if there is none.
  fileprivate let refusedGain: String?

  @MainActor package init(
    _ song: SongViewModel, number: Int, path: String?, typedPath: String?, gain: Gain,
    gainTag: String? = nil, refusedGain: String? = nil
  ) {
    (self.song, self.number, length) = (song, number, song.knownLength)
    (self.path, self.typedPath) = (path, typedPath)
    (self.gain, self.gainTag, self.refusedGain) = (gain, gainTag, refusedGain)
  }
}

extension SongInfo: Equatable {
  package static func == (info: Self, other: Self) -> Bool {
    info.song === other.song && info.number == other.number && info.length == other.length
      && info.gain == other.gain && info.gainTag == other.gainTag
      && info.refusedGain == other.refusedGain
  }
}

extension Listing {
  package init(_ info: SongInfo, wording: Wording) {
    let unknown = wording.isAloud ? "not known" : "–"
    let properties: [(String, String)] = [
      ("Title", info.song.title), ("Artist", info.song.subtitle), ("Album", info.song.album),
      ("Track", info.place), ("Date", info.song.date),
      ("Path", info.typedPath ?? ""), ("Format", info.formatText),
      ("Length", info.length.text(wording) ?? ""),
      ("Gain", info.gain.text + (info.gainTag.map { ", by \($0)" } ?? "")),
    ]
    self.init(
      heading: "Song \(info.number)",
      rows: properties.map { Row($0, $1.isEmpty ? unknown : $1) },
      notes: info.refusedGain.map { [Row("\($0).", as: .warning)] } ?? [])
  }
}

extension SongInfo {
  /// "3", "3 of disc 2".
  fileprivate var place: String {
    guard let track = song.track else { return "" }
    return song.disc.map { "\(track) of disc \($0)" } ?? "\(track)"
  }

  /// "FLAC, 16 bit PCM, 44100 Hz, stereo".
  fileprivate var formatText: String {
    var parts = [song.encoding]
    if let format = song.format {
      parts.append("\(format.sampleRate) Hz")
      switch format.channelCount {
      case 1: parts.append("mono")
      case 2: parts.append("stereo")
      case let count: parts.append(counted(count, "channel"))
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension SongInfo.Gain {
  fileprivate var text: String {
    switch self {
    case .unknown(isOff: true): "not known; 'level on' measures it"
    case .unknown(isOff: false): "not known yet"
    case .inUse(let gain): "\(DecibelText.of(gain)), in use"
    case .known(let gain, isOff: true): "\(DecibelText.of(gain)) with 'level on'"
    case .known(let gain, isOff: false): DecibelText.of(gain)
    }
  }
}
