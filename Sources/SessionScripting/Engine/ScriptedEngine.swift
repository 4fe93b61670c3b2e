public import Playback
public import Score

/// An engine without sound, on a virtual clock: songs last as long as their declared lengths, and
/// time advances only by `advance`.
///
/// It reports each whole second of a song, and each boundary, at its exact time.
@MainActor public final class ScriptedEngine: SteppedEngine {
  /// Receives the events; called before `follow` and `advance` return.
  public var onEvent: (EngineEvent) -> Void = { _ in }

  private var tracks: [Track] = []
  private var generation: Generation?
  private var segment: Segment?
  private var next: Segment?
  private var position = Duration.zero
  private var transport = Transport.paused

  /// Creates an engine without songs. A song of unknown length never ends.
  public init() {}

  /// The length of the current segment; `nil` if it is unknown or there is none.
  private var length: Duration? { segment?.songID.flatMap { tracks[$0].length } }

  public var currentSongEnds: Bool { segment == nil || length != nil }

  public func append(_ tracks: [Track]) { self.tracks += tracks }

  public func follow(_ score: Score) {
    transport = score.transport
    if score.generation.jump != generation?.jump {
      generation = score.generation
      segment = score.segment
      position = score.start
    }
    if score.generation == generation { next = score.next }
  }

  @discardableResult public func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    var left = time
    while left > .zero, transport == .playing, segment != nil {
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

  /// Reports the current position. Updates the state first, because the receiver may call `follow`
  /// at once.
  private func reportArrival() {
    guard let arrived = generation else { return }
    let position = position
    guard let length, position >= length else {
      return onEvent(EngineEvent(generation: arrived, position: position, kind: .position))
    }
    segment = next
    let kind: EngineEvent.Kind = next == nil ? .ended : .crossed
    generation = arrived.following
    next = nil
    self.position = .zero
    onEvent(EngineEvent(generation: arrived, position: length, kind: kind))
  }
}
