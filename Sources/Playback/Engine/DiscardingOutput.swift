/// Takes sound at once, and forgets it.
final class DiscardingOutput: Output {
  let format: OutputFormat

  init(_ format: OutputFormat) { self.format = format }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {}
}

/// Opens outputs that forget what they take, at once: for a rendering without sound.
public struct DiscardingOpener: OutputOpener {
  /// An opener.
  public init() {}

  /// One output is as good as another.
  public var isFixedFormat: Bool { true }

  /// Opens; never throws.
  public func open(_ format: OutputFormat) throws(OutputError) -> any Output {
    DiscardingOutput(format)
  }
}
