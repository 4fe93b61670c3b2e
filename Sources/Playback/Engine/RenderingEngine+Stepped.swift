extension RenderingEngine: SteppedEngine {
  /// Every file ends, whatever length it claims.
  public var currentSongEnds: Bool { true }

  @discardableResult public func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    withoutActuallyEscaping(isEnough) { isEnough in
      advance(by: time, stoppingWhen: { _ in isEnough() })
    }
  }
}
