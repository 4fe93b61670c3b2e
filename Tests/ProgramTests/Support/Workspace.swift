import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// A folder in which the program runs for one test. It is removed on release.
final class Workspace {
  let folder: FilePath

  /// - Parameter songs: Files of a quiet sound, each with its length in seconds.
  init(songs: KeyValuePairs<String, Double> = [:]) throws {
    var template = "/tmp/meditate-XXXXXX".utf8CString.map { $0 }
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard made else { throw Errno(rawValue: errno) }
    folder = FilePath(platformString: template)
    for (name, seconds) in songs { try write(name, WaveFile(seconds: seconds).bytes) }
  }

  deinit { FileTree.delete(folder) }

  /// The environment of the program. It has nothing of the user who runs the tests: no sound
  /// server, terminal or settings. `sox` makes the same noise each time.
  var environment: [String: String] {
    let kept = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"]
    let pairs = kept.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    return Dictionary(uniqueKeysWithValues: pairs).merging(
      [
        "HOME": folder.string, "LC_ALL": "C.UTF-8", "TERM": "dumb",
        "PULSE_SERVER": "unix:/nowhere", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere",
        "SOX_OPTS": "-R",
      ]
    ) { $1 }
  }

  /// The same with these variables.
  func environment(adding variables: [String: String]) -> [String: String] {
    environment.merging(variables) { $1 }
  }

  /// The path of `name` in the folder.
  func place(_ name: String) -> FilePath { place(bytes: Array(name.utf8)) }

  /// The path of a name that need not be UTF-8.
  func place(bytes name: [UInt8]) -> FilePath {
    let base = folder.withPlatformString { start in
      UnsafeBufferPointer(start: start, count: strlen(start)).map { $0 }
    }
    return FilePath(platformString: base + [0x2F] + name.map { CChar(bitPattern: $0) } + [0])
  }

  /// Writes a file. The folder that it is in need not be there.
  func write(_ name: String, _ contents: some Sequence<UInt8>) throws {
    try makeFolder(FilePath(name).removingLastComponent().string)
    try write(place(name), contents)
  }

  func write(_ name: String, _ text: String) throws { try write(name, text.utf8) }

  func write(_ path: FilePath, _ contents: some Sequence<UInt8>) throws {
    try path.write(contents)
  }

  func read(_ name: String) throws -> [UInt8] { try place(name).read() }

  func text(_ name: String) throws -> String { try place(name).text() }

  /// The left side of raw stereo, on both sides of which a mono song is.
  func left(_ name: String, bits: Int = 16) throws -> [UInt8] {
    let sound = try read(name)
    let size = bits / 8
    return sound.indices.filter { $0 % (2 * size) < size }.map { sound[$0] }
  }

  /// Creates a folder, with those that it is in.
  func makeFolder(_ name: String) throws {
    var path = folder
    for component in FilePath(name).components {
      path.append(component)
      let isMade = path.withPlatformString { mkdir($0, 0o755) == 0 || errno == EEXIST }
      guard isMade else { throw Errno(rawValue: errno) }
    }
  }

  func remove(_ name: String) throws {
    guard place(name).withPlatformString({ unlink($0) }) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Starts the program, for a test that types while it runs.
  func start(
    _ arguments: String..., environment: [String: String]? = nil, input: Launch.Input = .pipe,
    output: Launch.Output = .apart
  ) throws -> RunningProcess {
    try start(arguments, environment: environment, input: input, output: output)
  }

  /// Starts the program, for a test that types while it runs.
  func start(
    _ arguments: [String], environment: [String: String]? = nil, input: Launch.Input = .pipe,
    output: Launch.Output = .apart
  ) throws -> RunningProcess {
    try start(
      bytes: arguments.map { Array($0.utf8) }, environment: environment, input: input,
      output: output)
  }

  /// Starts the program with arguments that need not be UTF-8.
  func start(
    bytes arguments: [[UInt8]], environment: [String: String]? = nil,
    input: Launch.Input = .pipe, output: Launch.Output = .apart
  ) throws -> RunningProcess {
    try RunningProcess(
      Launch(
        program: try Meditate.path, arguments: arguments,
        environment: environment ?? self.environment, input: input, output: output),
      in: self)
  }

  /// Runs the program to its end with the input `typed`.
  ///
  /// - Parameter code: The exit code that is expected; `nil` for any.
  @discardableResult
  func meditate(
    _ arguments: String..., typing typed: String = "", environment: [String: String]? = nil,
    output: Launch.Output = .apart, code: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try meditate(
      arguments, typing: typed, environment: environment, output: output, code: code,
      sourceLocation: sourceLocation)
  }

  /// Runs the program to its end with the input `typed`.
  ///
  /// - Parameter code: The exit code that is expected; `nil` for any.
  @discardableResult
  func meditate(
    _ arguments: [String], typing typed: String = "", environment: [String: String]? = nil,
    output: Launch.Output = .apart, code: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let process = try start(arguments, environment: environment, output: output)
    try process.type(typed)
    process.endInput()
    return try process.finish(code: code, sourceLocation: sourceLocation)
  }

  /// Starts a tool in the folder.
  func startTool(
    _ tool: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> RunningProcess {
    try RunningProcess(
      Launch(
        program: try Tool.path(tool), arguments: arguments.map { Array($0.utf8) },
        environment: environment ?? self.environment),
      in: self)
  }

  /// Runs a tool in the folder and returns its standard output.
  @discardableResult
  func run(_ tool: String, _ arguments: [String]) throws -> [UInt8] {
    let process = try startTool(tool, arguments)
    process.endInput()
    let outcome = try process.finish()
    guard outcome.ending == .exit(0) else { throw Tool.Failure(tool: tool, outcome: outcome) }
    return outcome.output
  }

  /// Runs a tool in the folder and returns the text that it prints.
  func ask(_ tool: String, _ arguments: [String]) throws -> String {
    String(decoding: try run(tool, arguments), as: UTF8.self)
  }
}
