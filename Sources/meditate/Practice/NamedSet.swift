import ArgumentParser
import MeditationPractice

/// A set named by an argument: a saved one, or a playlist if there is a slash in it.
enum NamedSet {
  static let help = ArgumentHelp(
    "The set, by name or number, or a playlist with a slash, such as ./evening.m3u8.",
    valueName: "SET")

  /// Blocks on the disk.
  static func read(_ argument: String) throws -> SongSet {
    if argument.utf8.contains(UInt8(ascii: "/")) {
      return try SetExport.read(RawArguments.path(argument))
    }
    let (set, nearest) = try PracticeFiles.set(SetName(argument))
    guard let set else { throw SetProblem.unknown(argument, nearest: nearest) }
    return set
  }
}
