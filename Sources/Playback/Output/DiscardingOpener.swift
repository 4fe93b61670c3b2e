/// Opens outputs that discard sound at once: for a rendering without a file.
public struct DiscardingOpener: OutputOpener {
  /// Opens outputs of any format.
  public init() {}

  /// Every format is as good as another, so that one output is enough.
  public var isFixedFormat: Bool { true }

  /// Never throws.
  public func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    DiscardingOutput(format)
  }
}
