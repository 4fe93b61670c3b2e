/// Why the transport is paused. A device that comes back resumes only what the device paused.
public enum PauseCause: Hashable, Sendable {
  /// The user asked for it.
  case user
  /// The sound device went away, for this reason.
  case device(reason: String)

  /// Why the device is gone, if that is the cause.
  public var reason: String? {
    switch self {
    case .user: nil
    case .device(let reason): reason
    }
  }
}
