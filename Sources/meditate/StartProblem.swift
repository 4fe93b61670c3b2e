/// A problem that keeps the program from starting a session, as lines for the user.
struct StartProblem: Error {
  var status: ExitStatus
  var lines: [String]
}
