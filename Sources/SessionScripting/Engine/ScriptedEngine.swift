public import Playback

/// An engine without sound, on a virtual clock: songs last as long as their lengths say, and time
/// goes by only when it is told so.
///
/// It reports each whole second of a song, and each boundary, at its exact time.
@MainActor public final class ScriptedEngine: SteppedEngine {
  /// Takes the events; called before `follow` and `advance` return.
  public var onEvent: (PlaybackEvent) -> Void = { _ in }

  private let lengths: [Duration?]
  private var stamp: Stamp?
  private var track: Track?
  private var next: Track?
  private var position = Duration.zero
  private var isPlaying = false

  /// An engine for songs of these lengths, by their ids; one of unknown length never ends.
  public init(lengths: [Duration?]) { self.lengths = lengths }

  /// The length of the song that sounds; `nil` where it is unknown, or nothing sounds.
  private var length: Duration? { track.flatMap { lengths[$0.song] } }

  public var currentSongEnds: Bool { track == nil || length != nil }

  public func follow(_ intent: PlaybackIntent) {
    isPlaying = intent.isPlaying
    if intent.stamp.generation != stamp?.generation {
      stamp = intent.stamp
      track = intent.track
      position = intent.start
    }
    if intent.stamp == stamp { next = intent.next }
  }

  @discardableResult public func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    var left = time
    while left > .zero, isPlaying, track != nil {
      let second = Duration.seconds(position.components.seconds + 1)
      let mark = min(second, length ?? second)
      let step = min(left, max(mark - position, .zero))
      position += step
      left -= step
      reportArrival()
      if isEnough() { return time - left }
    }
    return time
  }

  /// Reports what stands at the present position. What follows is settled first, for whoever
  /// takes the event may ask for something else at once.
  private func reportArrival() {
    guard let arrived = stamp else { return }
    let position = position
    guard let length, position >= length else {
      return onEvent(PlaybackEvent(stamp: arrived, position: position, kind: .position))
    }
    track = next
    let kind: PlaybackEvent.Kind = next == nil ? .ended : .crossed
    stamp = arrived.following
    next = nil
    self.position = .zero
    onEvent(PlaybackEvent(stamp: arrived, position: length, kind: kind))
  }
}
