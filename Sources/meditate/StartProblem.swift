/// Why a session cannot begin, in lines for the user.
struct StartProblem: Error {
  var status: ExitStatus
  var lines: [String]
}
