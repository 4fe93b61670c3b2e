/// Why the transport is paused. A device that returns resumes only what its loss paused.
public enum PauseCause: Hashable, Sendable {
  /// The user paused.
  case user
  /// The sound device was lost, for this reason.
  case device(reason: String)

  /// Why the device was lost; `nil` if the user paused.
  public var reason: String? {
    switch self {
    case .user: nil
    case .device(let reason): reason
    }
  }
}
