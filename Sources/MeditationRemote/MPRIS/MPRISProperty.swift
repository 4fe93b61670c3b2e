import MeditationPlan

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

  static let loopStatuses = [Repeat.off: "None", .on: "Playlist", .one: "Track"]

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

  /// Appends the value; `position` is in microseconds.
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
    case .loopStatus: try reply.append(Self.loopStatuses[state.repeats] ?? "None")
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
