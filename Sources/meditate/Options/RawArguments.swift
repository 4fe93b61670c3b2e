import CMeditationTerminal
import Glibc
import MeditationSystem
import SystemPackage

/// The command line as bytes, because paths need not be UTF-8.
enum RawArguments {
  /// The arguments after the name of the program, as C strings.
  private static var bytes: [UnsafePointer<CChar>] {
    Array(sequence(first: Int32(1)) { $0 + 1 }.lazy.map(program_argument).prefix { $0 != nil })
      .compactMap(\.self)
  }

  /// The arguments after the name of the program. Invalid UTF-8 is replaced; see ``path(_:)``.
  static let words = bytes.map { String(cString: $0) }

  /// The path whose string is `argument`.
  static func path(_ argument: String) -> FilePath { typed[argument] ?? FilePath(argument) }

  /// The contents of the file, pipe or device at `argument`; `-` is standard input. Blocks.
  ///
  /// - Parameter limit: A whole number of megabytes, in bytes; also for endless input.
  static func contents(
    of argument: String, limit: Int = 64 << 20
  ) throws(BoundedFile.Failure) -> [UInt8] {
    if argument == "-" { return try BoundedFile.contents(of: .standardInput, limit: limit) }
    let file: FileDescriptor
    do {
      file = try .open(path(argument), .readOnly)
    } catch {
      throw .unreadable(ErrnoClause.reading(error, of: path(argument)))
    }
    defer { try? file.close() }
    return try BoundedFile.contents(of: file, limit: limit)
  }

  /// The arguments and environment settings that are not UTF-8, by their strings.
  private static let typed: [String: FilePath] = {
    var paths: [String: FilePath] = [:]
    func add(_ text: String, _ bytes: UnsafePointer<CChar>) {
      if strcmp(text, bytes) != 0 { paths[text] = FilePath(platformString: bytes) }
    }
    for bytes in bytes {
      add(String(cString: bytes), bytes)
      // The value in '--output=FILE'.
      if strncmp(bytes, "--", 2) == 0, let value = strchr(bytes, Int32(UInt8(ascii: "="))) {
        add(String(cString: value + 1), value + 1)
      }
    }
    for (name, text) in ProgramEnvironment.variables
    where name.hasPrefix(Settings.variablePrefix) {
      if let bytes = getenv(name) { add(text, bytes) }
    }
    return paths
  }()
}
