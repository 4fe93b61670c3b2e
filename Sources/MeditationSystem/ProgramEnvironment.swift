import FoundationEssentials

package enum ProgramEnvironment {
  /// The variables, by name. Read once: Foundation copies all of them each time.
  package static let variables = ProcessInfo.processInfo.environment
}
