/// Discards sound at once.
final class DiscardingOutput: Output {
  let format: OutputFormat

  init(_ format: OutputFormat) { self.format = format }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {}
}
