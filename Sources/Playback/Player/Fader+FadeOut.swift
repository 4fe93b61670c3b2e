/// How sound ends with a ramp.
extension Fader {
  /// What ramps down.
  enum Lanes {
    /// The music; session time goes on, and bells ring on.
    case music
    /// Both lanes; session time is held.
    case all
  }

  /// Ramps the sound down within the frames of `lookahead`, which stay there to be played again.
  ///
  /// Where the sample rate is converted, the ramp is applied to the output, and what follows the
  /// ramp is dropped: a ramp of the input would be heard late, after what the converter holds back.
  ///
  /// Frames of another format than the device was prepared for begin a song: the sound has come to
  /// the end of the one before.
  ///
  /// - Parameters:
  ///   - heldCount: The ramp begins this many frames before the next one of `lookahead`: those that
  ///     the device holds and that are to be played again.
  ///   - lanes: Whether the bells ring on through the ramp.
  func fadeOut(within lookahead: Lookahead, heldCount: Int, _ lanes: Lanes) {
    let holdsLanes = lanes == .all
    // Without music, what the device holds is the end of a song.
    if !isMusicSounding { device.finishRun() }
    if holdsLanes, !device.convertsRate { mixer.beginHold() }
    if isMusicSounding { fadeMusic(within: lookahead, heldCount: heldCount, holdsLanes) }
    guard holdsLanes else { return }
    mixer.beginHold()
    device.appendMusicSilence(frameCount: mixer.holdFrameCount)
    mixer.endHold()
  }

  private func fadeMusic(within lookahead: Lookahead, heldCount: Int, _ holdsLanes: Bool) {
    stop()
    var count = heldCount
    defer { device.fadeRun(last: count, holdsLanes: holdsLanes) }
    guard let format = lookahead.first?.format, format == device.input else { return }
    let pieces = lookahead.pieces(OutputGain.transportRamp.frameCount(at: format.sampleRate))
    let pieceCount = pieces.reduce(0) { $0 + $1.range.count }
    if !device.convertsRate { gain.end(within: pieceCount) }
    count += pieceCount
    for piece in pieces {
      gain.prepare(piece.range.count, of: lookahead.gain(of: piece).factor)
      lookahead.withFrames(piece) { device.append($0, gains: gain.gains) }
    }
  }
}
