import MeditationSystem
import MeditationText
import SystemPackage

/// A file named by the user, to be written as a whole; `-` is standard output.
struct NamedOutput {
  let name: String
  /// The rule for the name's ending, as a clause: "a chart is a '.svg' file".
  let kinds: String
  /// The endings that the name may have, the usual one first. A name without an ending is allowed.
  let endings: [String]
  /// True to overwrite a file with contents.
  let replaces: Bool

  var isStandardOutput: Bool { name == "-" }
  var path: FilePath { RawArguments.path(name) }

  /// Refuses a name with the ending of another kind of file, and a file that must be kept.
  func check() throws(StartProblem) {
    guard !isStandardOutput else { return }
    if let ending = PathName.ending(ofName: PathName.bytes(of: path)), !endings.contains(ending) {
      throw problem("\(shown) cannot be written: \(kinds).")
    }
    if SymbolicLink.isBroken(path) {
      throw problem("\(shown) cannot be written: it is a broken symbolic link.")
    }
    if !replaces, let status = try? path.stat(), status.type == .regular, status.size > 0 {
      throw problem("\(shown) exists already. '--force' overwrites it.")
    }
  }

  /// Creates the file, or replaces it as a whole; a pipe or device is written. Blocks on the disk.
  func write(_ bytes: [UInt8]) throws(StartProblem) {
    do {
      let type = try? path.stat().type
      if isStandardOutput {
        _ = try FileDescriptor.standardOutput.writeAll(bytes)
      } else if let type, type != .regular, type != .directory {
        let file = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
        try file.closeAfter { _ = try file.writeAll(bytes) }
      } else {
        try AtomicFile.write(bytes, to: path, existing: .updated, permissions: .ofNewFile)
      }
    } catch {
      var problem = problem("\(shown) cannot be written: \(ErrnoClause.writing(error)).")
      if isStandardOutput { problem.status = .outputFailed }
      throw problem
    }
  }

  private var shown: String { isStandardOutput ? "Standard output" : CleanText.clean(name) }

  private func problem(_ line: String) -> StartProblem { StartProblem(.outputUncreatable, line) }
}
