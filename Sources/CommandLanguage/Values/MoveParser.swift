import MeditationCore
import Text

/// Parses the arguments of `move`: `5 to 1`, `5 1`, `9-10 to next`.
enum MoveParser {
  static func parse(
    _ words: ArraySlice<Substring>, example: String
  ) throws(CommandError) -> Command {
    guard let first = words.first else {
      throw .missing(command: "move", needs: "a song and its new place, such as '\(example)'")
    }
    // Without 'to', there is one song, or one range.
    let separator = words.firstIndex { $0.lowercased() == "to" }
    let songs = words[..<(separator ?? words.index(after: words.startIndex))]
    guard !songs.isEmpty, SongNumbersParser.isBegun(by: first) else {
      throw .notAMove(Echo(first), meant: nil)
    }
    let ranges = try SongNumbersParser.parse(songs)
    let spelled = SongSelection.numbers(ranges).description
    let rest = words[songs.endIndex...].dropFirst(separator == nil ? 0 : 1)
    guard let place = rest.first else {
      throw .missing(
        command: "move \(spelled)",
        needs: "a place in the session, such as 'move \(spelled) to 1'")
    }
    let target = try self.place(place)
    if let extra = rest.dropFirst().first {
      throw .notAMove(Echo(extra), meant: "move \(spelled) to \(target.spelled)")
    }
    guard ranges.count == 1, ranges[0].last == ranges[0].first else {
      return .move(.numbers(ranges), to: target)
    }
    return .action(.move([ranges[0].first - 1], to: target))
  }

  private static func place(_ word: Substring) throws(CommandError) -> Action.Place {
    if word.lowercased() == "next" { return .next }
    guard let number = Digits.value(word.utf8) else { throw .notAMove(Echo(word), meant: nil) }
    guard number > 0 else { throw .placeZero }
    guard number < Int.max else { throw .numberTooLarge(Echo(word)) }
    return .position(number - 1)
  }
}

extension Action.Place {
  /// The place as typed.
  var spelled: String {
    switch self {
    case .position(let place): "\(place + 1)"
    case .next: "next"
    }
  }
}
