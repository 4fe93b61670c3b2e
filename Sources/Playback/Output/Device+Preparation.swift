extension Device {
  /// The result of preparing the device.
  enum Preparation {
    /// The device was ready.
    case ready
    /// The device was opened, or opened anew; it is to be prepared once more.
    case opened
    /// The device does not open for this reason; the fallback does.
    case fellBack(OutputError)
    /// The open output does not accept the sample rate, which nothing converts.
    case unconvertible(RateConversionError)
  }
}
