import Score

/// What `info` shows of a song.
public struct SongInfoListing: Listing, Equatable, Sendable {
  /// A property of the song.
  public struct Item: Row, Equatable, Sendable {
    public let title: String
    public let message: String
  }

  public let heading: String
  public let rows: [Item]
  public var notes: [NoteRow] { [] }

  /// Creates the listing of `info`.
  ///
  /// - Parameter wording: How the rows are worded.
  public init(_ info: SongInfo, wording: Wording) {
    let unknown = wording.isAloud ? "not known" : "–"
    heading = "Song \(info.number)"
    rows = [
      ("Title", info.title), ("Artist", info.artist), ("Album", info.album),
      ("Track", Self.place(info)), ("Date", info.date),
      ("Path", info.typedPath ?? ""), ("Format", Self.format(info)),
      ("Length", info.length?.text(wording) ?? ""), ("Gain", info.gain.text),
    ].map { Item(title: $0, message: $1.isEmpty ? unknown : $1) }
  }

  /// "3", "3 of disc 2".
  private static func place(_ info: SongInfo) -> String {
    guard let track = info.track else { return "" }
    return info.disc.map { "\(track) of disc \($0)" } ?? "\(track)"
  }

  /// "FLAC, 16 bit PCM, 44100 Hz, stereo".
  private static func format(_ info: SongInfo) -> String {
    var parts = [info.encoding]
    if let format = info.format {
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
  /// The gain, and what it depends on.
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
