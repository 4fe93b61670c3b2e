import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens

/// The state of the session in the terms of MPRIS, except for the position.
struct MPRISState: Equatable, Sendable {
  enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  var status = Status.stopped
  var repeats = Repeat.off
  var isShuffled = false
  /// In percent, 0 to 100.
  var volume = 100
  /// The song or silence that plays, or the part without music; `nil` unless listening.
  var track: MPRISTrack?
  var canGoNext = false
  var canGoPrevious = false
  var canPlay = false
  var canPause = false
  var canSeek = false
}

struct MPRISTrack: Equatable, Sendable {
  /// The path for no track.
  ///
  /// Source: MPRIS 2.2, Metadata_Map: "The mpris:trackid attribute must always be present".
  static let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// Identifies the track; an object path.
  var path: String
  var title: String
  /// Empty if unknown, as the album.
  var artist = ""
  var album = ""
  /// The latest line of the guide; empty if there was none.
  var line = ""
  /// The URL of the file; `nil` if it has none.
  var url: String?
  /// The URL of the cover; `nil` if there is none, or while it is being looked for.
  var cover: String?
  /// In microseconds; `nil` if unknown.
  var length: Int64?
}

// MARK: - From the session

@MainActor extension MPRISState {
  init(of controller: SessionController, line: String = "") {
    let session = controller.session
    let state = session.state
    status =
      switch state.transport {
      case .playing: .playing
      case .paused: .paused
      case nil: .stopped
      }
    repeats = state.plan.repeats
    isShuffled = state.arrangement.seed != nil
    volume = state.volume
    track = MPRISTrack(of: session)
    track?.line = line
    track?.url = state.soundingSong.flatMap(controller.files.url)
    canGoNext = session.canSkip
    canGoPrevious = session.canGoBack
    let isListening = state.phase == .listening
    canPlay = isListening || state.picked.count > 0 || state.plan.outlastsSongs
    canPause = isListening
    canSeek = state.soundingSong != nil
  }
}

@MainActor extension MPRISTrack {
  /// The current track of `session`, without its URL; `nil` unless listening.
  init?(of session: MeditationViewModel) {
    guard session.phase == .listening else { return nil }
    if let song = session.currentSong, session.state.music == .sounding {
      self.init(
        path: "/org/meditate/song/\(song.id)", title: song.title, artist: song.subtitle,
        album: song.album, length: song.length?.microseconds)
    } else if session.state.isSettling {
      self.init(
        path: "/org/meditate/settling", title: "Settling",
        length: session.state.settlingLength?.microseconds)
    } else {
      let (plan, elapsed) = (session.state.plan, session.state.elapsed)
      let part = plan.part(at: elapsed)
      self.init(
        path: "/org/meditate/silence\(part == 0 ? "" : "/\(part + 1)")",
        title: plan.voice(at: elapsed)?.name
          ?? (plan.hasParts ? plan.name(ofPart: part) : "Silence"),
        length: plan.end?.microseconds)
    }
    // KDE ignores a length that is not positive.
    if let length, length <= 0 { self.length = nil }
  }
}

extension SessionState {
  /// The current song, unless the music waits.
  fileprivate var soundingSong: Int? { music == .sounding ? current : nil }

  /// The position in the current song; in a silence, and while the music waits, the session time;
  /// while settling, the time since it began. In microseconds, from 0 to the length of the track.
  func trackPosition(in track: MPRISTrack?) -> Int64 {
    guard let track else { return 0 }
    let time = if soundingSong != nil { position } else { elapsed + (settlingLength ?? .zero) }
    return min(max(time.microseconds, 0), track.length ?? .max)
  }

  /// The length of the settling that is the current segment.
  fileprivate var settlingLength: Duration? {
    if case .silence(let length) = segment { length } else { nil }
  }
}

extension Duration {
  /// In whole microseconds, clamped to 31,000 years.
  fileprivate var microseconds: Int64 {
    let most = Duration.seconds(1_000_000_000_000)
    let (seconds, attoseconds) = min(max(self, .zero - most), most).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
