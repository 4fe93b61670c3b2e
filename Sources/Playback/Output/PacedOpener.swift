/// Opens silent devices of any format.
public struct PacedOpener: OutputOpener {
  /// Opens outputs of any format.
  public init() {}

  /// Never throws.
  public func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    PacedOutput(format)
  }
}
