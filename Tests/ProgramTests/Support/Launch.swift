import Glibc
import SystemPackage

/// How to start a process.
struct Launch {
  /// Standard input.
  enum Input {
    /// A pipe into which the test types.
    case pipe
    /// Closed, as after `<&-`.
    case closed
  }

  /// Standard output and standard error.
  enum Output {
    /// One pipe each.
    case apart
    /// The same pipe, as after `2>&1`, to test the order of lines.
    case together
    /// Standard output is closed, as after `>&-`.
    case closed
    /// Standard output is a device that is always full.
    case full
  }

  var program: FilePath
  /// As bytes, because arguments need not be UTF-8.
  var arguments: [[UInt8]]
  var environment: [String: String]
  var input = Input.pipe
  var output = Output.apart

  /// Calls `body` with the actions that connect the process to the child's ends of three pipes.
  func withFileActions<Result>(
    input inputEnd: Int32, output outputEnd: Int32, diagnostics diagnosticsEnd: Int32,
    _ body: (inout posix_spawn_file_actions_t) throws -> Result
  ) rethrows -> Result {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch input {
    case .pipe: posix_spawn_file_actions_adddup2(&actions, inputEnd, STDIN_FILENO)
    case .closed: posix_spawn_file_actions_addclose(&actions, STDIN_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, diagnosticsEnd, STDERR_FILENO)
    switch output {
    case .apart: posix_spawn_file_actions_adddup2(&actions, outputEnd, STDOUT_FILENO)
    case .together: posix_spawn_file_actions_adddup2(&actions, diagnosticsEnd, STDOUT_FILENO)
    case .closed: posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO)
    case .full:
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/full", O_WRONLY, 0)
    }
    return try body(&actions)
  }

  /// Calls `body` with the argument and environment vectors as C strings.
  ///
  /// `env` changes to the folder and executes the program with the same process id, because Swift
  /// does not import `posix_spawn_file_actions_addchdir_np`.
  func withVectors<Result>(
    in folder: FilePath,
    _ body: (
      [UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]
    ) throws -> Result
  ) rethrows -> Result {
    let start = ["env", "-C", folder.string, program.string].map { Array($0.utf8) }
    let arguments = (start + self.arguments).map(Self.copy)
    let environment = self.environment.map { Self.copy(Array("\($0.key)=\($0.value)".utf8)) }
    defer { (arguments + environment).forEach { free($0) } }
    return try body(arguments + [nil], environment + [nil])
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      $0.baseAddress.flatMap { strdup($0) }
    }
  }
}
