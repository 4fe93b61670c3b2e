import Score

/// How far a rendering has come.
final class Timeline {
  /// What is rendered up to.
  var now = Duration.zero
  /// What is to be rendered up to.
  var target = Duration.zero
  /// Where the output was opened, and what was written since.
  private var origin: (time: Duration, format: OutputFormat)?
  private var frameCount = 0

  /// How many frames are still to be rendered; 0 as long as `format` is unknown.
  func due(_ format: OutputFormat?) -> Int {
    guard let format else {
      origin = nil
      return 0
    }
    if origin?.format != format {
      origin = (now, format)
      frameCount = 0
    }
    guard let origin else { return 0 }
    return max((target - origin.time).frameCount(at: format.sampleRate) - frameCount, 0)
  }

  /// Notes that `count` frames were written.
  func rendered(_ count: Int, _ format: OutputFormat?) {
    guard count > 0, let format, let origin else { return }
    frameCount += count
    now = origin.time + Duration(frames: frameCount, sampleRate: format.sampleRate)
  }
}

/// Tells events on, and notes whether one of them is to end the rendering.
final class News {
  private let onEvent: (EngineEvent) -> Void
  var stop: ((EngineEvent) -> Bool)?
  var hasStopped = false

  init(_ onEvent: @escaping (EngineEvent) -> Void) { self.onEvent = onEvent }

  func tell(_ event: EngineEvent) {
    onEvent(event)
    if let stop, stop(event) { hasStopped = true }
  }
}
