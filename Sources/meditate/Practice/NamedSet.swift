import ArgumentParser
import MeditationPractice
import MeditationScreens

/// A set that an argument names: a saved one, or a playlist if there is a slash in it.
enum NamedSet {
  static let help = ArgumentHelp(
    "The set, by name or number, or a playlist with a slash, such as ./evening.m3u8.",
    valueName: "SET")

  /// Blocks on the disk.
  static func read(_ argument: String) throws(StartProblem) -> SongSet {
    do throws(SetProblem) {
      if argument.utf8.contains(UInt8(ascii: "/")) {
        return try SetExport.read(RawArguments.path(argument))
      }
    } catch {
      throw StartProblem(CommandRefusal.set(error))
    }
    let (set, nearest) = try PracticeFiles.set(name(argument))
    guard let set else {
      throw StartProblem(CommandRefusal.set(.unknown(argument, nearest: nearest)))
    }
    return set
  }

  static func name(_ argument: String) throws(StartProblem) -> SetName {
    do throws(SetName.Problem) {
      return try SetName(argument)
    } catch {
      throw StartProblem(CommandRefusal.badName(error))
    }
  }
}
