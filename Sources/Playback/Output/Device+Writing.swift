/// How frames reach the device.
extension Device {
  /// Converts `frames` and queues them for writing.
  ///
  /// - Parameter gains: One gain a frame; empty is full gain.
  func append(_ frames: UnsafeRawBufferPointer, gains: [Float]) {
    buffer.append(frames, gains: gains)
  }

  /// Appends the frames that the rate converter holds, because the sound ends here.
  func finishRun() { buffer.finishRun() }

  /// If the sample rate is converted, ends the sound with a ramp down that begins with the last
  /// `count` appended frames. Frames after the ramp are dropped.
  ///
  /// - Parameter holdsLanes: Whether the session holds where the ramp begins.
  func fadeRun(last count: Int, holdsLanes: Bool) {
    buffer.fadeRun(last: count, holdsLanes: holdsLanes)
  }

  /// The session time of the frames written so far.
  var elapsed: Duration {
    mixer.clock.time(of: mixer.clock.frame - buffer.sessionFrameCount)
  }

  /// Appends as much silence as the device buffers.
  func appendSilence() {
    guard let output else { return }
    appendSilence(frameCount: output.bufferFrameCount)
  }

  /// Appends silence before sound begins: `duration`, or as much as the device buffers.
  ///
  /// After an underrun a sound server may drop the first samples, which therefore are silence.
  func appendSilence(atMost duration: Duration) {
    guard let output else { return }
    appendSilence(
      frameCount: min(duration.frameCount(at: output.format.sampleRate), output.bufferFrameCount))
  }

  /// Appends `frameCount` frames of silence.
  func appendSilence(frameCount: Int) {
    guard let output else { return }
    buffer.appendSilence(frameCount: frameCount, output.format)
  }

  /// Whether frames at full gain can be written unchanged.
  var isTransparent: Bool { buffer.isTransparent }

  /// Whether the sample rate is converted.
  var convertsRate: Bool { buffer.convertsRate }
  /// Whether frames of a converted sample rate can be written.
  var isReady: Bool { buffer.isReady }
  /// The length of the frames held to convert the sample rate.
  var held: Duration { buffer.held }
  /// `held` in frames of the input, to the nearest.
  var heldInputFrameCount: Int { buffer.heldInputFrameCount }

  /// How many frames of input make about `limit` frames of output.
  func inputLimit(_ limit: Int) -> Int { buffer.inputLimit(limit) }

  /// Writes frames that need no conversion. Blocks until they are accepted.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard let output else { return }
    try output.write(frames)
    let count = frames.count / output.format.frameByteCount
    mixer.pass(count)
    accepted(count)
  }

  /// Writes at most `limit` pending frames. Blocks until they are accepted.
  ///
  /// - Returns: How many frames were written.
  func flush(_ limit: Int) throws(OutputError) -> Int {
    guard let output else {
      buffer.removeAll()
      return 0
    }
    let slice = sliceFrameCount(atRate: output.format.sampleRate)
    let count = try buffer.write(min(limit, slice), to: output)
    accepted(count)
    return count
  }
}
