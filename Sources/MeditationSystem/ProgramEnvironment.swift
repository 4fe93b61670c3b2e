import FoundationEssentials

package enum ProgramEnvironment {
  /// The variables, by name. Read once: Foundation copies all of them at each call.
  package static let variables = ProcessInfo.processInfo.environment
}
