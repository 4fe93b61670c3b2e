/// The progress of a rendering.
final class Timeline {
  /// How far it has been rendered.
  var now = Duration.zero
  /// How far it is to be rendered.
  var target = Duration.zero
  /// When the output was opened, and in which format.
  private var origin: (time: Duration, format: OutputFormat)?
  /// Frames written since then.
  private var frameCount = 0

  /// How many frames are left to render; 0 as long as `format` is unknown.
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

  /// Records that `count` frames were written.
  func rendered(_ count: Int, _ format: OutputFormat?) {
    guard count > 0, let format, let origin else { return }
    frameCount += count
    now = origin.time + Duration(frames: frameCount, sampleRate: format.sampleRate)
  }
}
