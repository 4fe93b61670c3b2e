import MeditationCore
import Text

/// Parses the arguments of `move`: `5 to 1`, or `5 1`.
enum MoveParser {
  static func parse(
    _ words: ArraySlice<Substring>, example: String
  ) throws(CommandError) -> Action {
    guard let song = words.first else {
      throw .missing(command: "move", needs: "a song and its new place, such as '\(example)'")
    }
    let number = try number(song, zero: .songZero)
    var rest = words.dropFirst()
    if rest.first?.lowercased() == "to" { rest = rest.dropFirst() }
    guard let place = rest.first else {
      throw .missing(
        command: "move \(number)", needs: "a place in the session, such as 'move \(number) to 1'")
    }
    let target = try self.number(place, zero: .placeZero)
    if let extra = rest.dropFirst().first {
      throw .notAMove(Echo(extra), meant: "move \(number) to \(target)")
    }
    return .move(song: number - 1, toPlace: target - 1)
  }

  private static func number(
    _ word: Substring, zero: CommandError
  ) throws(CommandError) -> Int {
    guard let number = Digits.value(word.utf8) else { throw .notAMove(Echo(word), meant: nil) }
    guard number > 0 else { throw zero }
    guard number < Int.max else { throw .numberTooLarge(Echo(word)) }
    return number
  }
}
