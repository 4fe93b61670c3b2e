/// The errors with which calls are answered.
enum BusError: String {
  /// The session refused.
  case failed = "org.freedesktop.DBus.Error.Failed"
  case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  case notSupported = "org.freedesktop.DBus.Error.NotSupported"
}
