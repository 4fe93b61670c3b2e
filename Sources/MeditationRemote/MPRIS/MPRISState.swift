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
  /// Empty if unknown.
  var artist = ""
  /// Empty if unknown.
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
    let time =
      if soundingSong != nil { position } else { elapsed + (settlingLength ?? .zero) }
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

// MARK: - To the bus

/// The properties of both interfaces.
enum MPRISProperty: String, CaseIterable {
  // The root interface.
  case canQuit = "CanQuit"
  case fullscreen = "Fullscreen"
  case canSetFullscreen = "CanSetFullscreen"
  case canRaise = "CanRaise"
  case hasTrackList = "HasTrackList"
  case identity = "Identity"
  case supportedURISchemes = "SupportedUriSchemes"
  case supportedMIMETypes = "SupportedMimeTypes"
  // The player interface.
  case playbackStatus = "PlaybackStatus"
  case loopStatus = "LoopStatus"
  case rate = "Rate"
  case shuffle = "Shuffle"
  case metadata = "Metadata"
  case volume = "Volume"
  case position = "Position"
  case minimumRate = "MinimumRate"
  case maximumRate = "MaximumRate"
  case canGoNext = "CanGoNext"
  case canGoPrevious = "CanGoPrevious"
  case canPlay = "CanPlay"
  case canPause = "CanPause"
  case canSeek = "CanSeek"
  case canControl = "CanControl"

  /// The properties that differ, always in the same order.
  static func changed(from old: MPRISState, to new: MPRISState) -> [Self] {
    func differs<Value: Equatable>(_ value: KeyPath<MPRISState, Value>) -> Bool {
      old[keyPath: value] != new[keyPath: value]
    }
    let differences: [(Self, Bool)] = [
      (.playbackStatus, differs(\.status)), (.loopStatus, differs(\.repeats)),
      (.shuffle, differs(\.isShuffled)), (.metadata, differs(\.track)),
      (.volume, differs(\.volume)), (.canGoNext, differs(\.canGoNext)),
      (.canGoPrevious, differs(\.canGoPrevious)), (.canPlay, differs(\.canPlay)),
      (.canPause, differs(\.canPause)), (.canSeek, differs(\.canSeek)),
    ]
    return differences.filter(\.1).map(\.0)
  }

  /// Appends the value.
  ///
  /// - Parameter position: In microseconds.
  func append(
    to reply: BusMessage, of state: MPRISState, at position: Int64
  ) throws(BusMessage.Failure) {
    switch self {
    case .canQuit, .canControl: try reply.append(true)
    case .fullscreen, .canSetFullscreen, .canRaise, .hasTrackList: try reply.append(false)
    case .identity: try reply.append("Meditation")
    // No URIs can be opened.
    case .supportedURISchemes, .supportedMIMETypes: try reply.append([String]())
    case .playbackStatus: try reply.append(state.status.rawValue)
    case .loopStatus:
      let status = [Repeat.off: "None", .on: "Playlist", .one: "Track"]
      try reply.append(status[state.repeats] ?? "None")
    case .rate, .minimumRate, .maximumRate: try reply.append(1.0)
    case .shuffle: try reply.append(state.isShuffled)
    case .metadata: try Self.append(state.track, to: reply)
    case .volume: try reply.append(Double(state.volume) / 100)
    case .position: try reply.append(position)
    case .canGoNext: try reply.append(state.canGoNext)
    case .canGoPrevious: try reply.append(state.canGoPrevious)
    case .canPlay: try reply.append(state.canPlay)
    case .canPause: try reply.append(state.canPause)
    case .canSeek: try reply.append(state.canSeek)
    }
  }

  private static func append(
    _ track: MPRISTrack?, to reply: BusMessage
  ) throws(BusMessage.Failure) {
    try reply.map { () throws(BusMessage.Failure) in
      try reply.entry("mpris:trackid", type: "o") { () throws(BusMessage.Failure) in
        try reply.append(path: track?.path ?? MPRISTrack.none)
      }
      guard let track else { return }
      if let length = track.length {
        try reply.entry("mpris:length", type: "x") { () throws(BusMessage.Failure) in
          try reply.append(length)
        }
      }
      try reply.entry("xesam:title", track.title)
      // GNOME needs it, even if empty.
      try reply.entry("xesam:artist", track.artist.isEmpty ? [] : [track.artist])
      if !track.line.isEmpty { try reply.entry("xesam:comment", [track.line]) }
      if !track.album.isEmpty { try reply.entry("xesam:album", track.album) }
      if let url = track.url { try reply.entry("xesam:url", url) }
      if let cover = track.cover { try reply.entry("mpris:artUrl", cover) }
    }
  }
}
