/// A problem that keeps the program from starting a session, as lines for the user.
struct StartProblem: Error {
  var status: ExitStatus
  var lines: [String]
  /// The settings that cause it, by name. If they were not typed, their source is named.
  var settings: [String] = []
}
