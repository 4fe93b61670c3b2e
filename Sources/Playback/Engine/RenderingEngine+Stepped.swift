extension RenderingEngine: SteppedEngine {
  @discardableResult public func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    withoutActuallyEscaping(isEnough) { isEnough in
      advance(by: time, stoppingWhen: { _ in isEnough() })
    }
  }
}
