import ArgumentParser

enum ExitStatus: Equatable {
  case fine
  case scriptFailed
  case lineRefused
  case checkFailed
  case nothingPlayable
  case songFailed
  case usage
  case unusableImport
  case driverUnavailable
  case limited
  case outputUncreatable
  case outputFailed
  case noSession
  case timedOut
  case commandNotStarted
  /// The command of `sit --until` had this exit code.
  case command(Int32)
  case signal(Int32)

  /// The codes, for the help text. 64 is also used by the argument parser.
  static let documentation = """
    0 success, but 'sit --until' has the code of its command; 1 a script or 'meditate check' \
    failed, or the line of 'meditate do' was refused; 2 nothing playable was found, or nothing to \
    begin anew or to resume; 3 a song failed while playing; 64 usage error; 65 the file to import \
    cannot be read; 69 the driver or device cannot be opened; 71 the system allows too few threads \
    or files, or too little memory; 73 the output file cannot be created; 74 the output file or \
    standard output cannot be written, or the journal or the sets cannot be used or written; 75 no \
    session runs, or it does not answer; 124 nothing happened within '--timeout'; 127 the command of 'sit --until' cannot be started; 128+n \
    ended by signal n.
    """

  var code: Int32 {
    switch self {
    case .fine: 0
    case .scriptFailed, .lineRefused, .checkFailed: 1
    case .nothingPlayable: 2
    case .songFailed: 3
    case .usage: 64
    case .unusableImport: 65
    case .driverUnavailable: 69
    case .limited: 71
    case .outputUncreatable: 73
    case .outputFailed: 74
    case .noSession: 75
    // As in GNU timeout(1).
    case .timedOut: 124
    case .commandNotStarted: 127
    case .command(let code): code
    case .signal(let number): 128 + number
    }
  }

  var exitCode: ExitCode { ExitCode(code) }

  var isSignal: Bool { if case .signal = self { true } else { false } }
}
