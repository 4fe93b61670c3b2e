import MeditationCore
import MeditationText

package enum ScriptStatement: Equatable, Sendable {
  /// A command of the prompt.
  case command(Command)
  case wait(ScriptWait)
  case expect(Expectation)
  /// Makes a song fail, as if the engine reported it. Numbers start at 1.
  case fail(song: Int, reason: String)
  case loseDevice(reason: String)
  case restoreDevice
  case song(SongDeclaration)
}

// MARK: - Waits and songs

package enum ScriptWait: Equatable, Sendable {
  case time(Duration)
  case milestone(Milestone)
}

/// A song declared by a script, for a session without files.
package struct SongDeclaration: Equatable, Sendable {
  package let title: String
  /// The artist; safe to print on a terminal; `nil` if none is given.
  package var artist: String?
  package var duration: Duration?
}

// MARK: - Parsing

struct StatementParser {
  /// The statements that the prompt does not have. They cannot be abbreviated, so that new prompt
  /// commands do not change the meaning of a script.
  private let table: WordTable<ScriptStatement>
  private let everything: Vocabulary
  private static let device = Vocabulary(["device"])

  init(refusals: Vocabulary) {
    table = WordTable([
      Word(name: "wait", example: "wait 90s") { rest throws(LineError) in
        .wait(try Self.wait(&rest))
      },
      Word(name: "expect", example: "expect phase listening") { rest throws(LineError) in
        .expect(try ExpectationParser.parse(&rest, refusals: refusals))
      },
      Word(name: "fail", example: "fail 2 unreadable") { rest throws(LineError) in
        .fail(song: try Self.song(&rest), reason: try rest.takeReason())
      },
      Word(name: "lose", example: "lose device the cable is out") { rest throws(LineError) in
        _ = try rest.take(oneOf: Self.device)
        return .loseDevice(reason: try rest.takeReason())
      },
      Word(name: "restore", example: "restore device") { rest throws(LineError) in
        _ = try rest.take(oneOf: Self.device)
        return .restoreDevice
      },
      Word(name: "song", example: "song \"Waves\" by \"The Sea\" 2:50") { rest throws(LineError) in
        .song(try Self.declaration(&rest))
      },
    ])
    everything = Vocabulary(
      Commands.table.vocabulary.words + table.vocabulary.words,
      hints: Commands.table.vocabulary.hints)
  }

  /// The statement in `line`; `nil` for a comment or an empty line.
  func parse(_ line: Substring) throws(LineError) -> ScriptStatement? {
    let tokens = try QuotedText.words(of: line, before: "#")
    guard let first = tokens.first, let last = tokens.last else { return nil }
    guard let row = table.vocabulary.exact(first).flatMap(table.row(named:)),
      // At the prompt, `restore` takes the name of a set.
      row.name != "restore" || tokens.count == 1 || Self.device.exact(tokens[1]) != nil
    else {
      return .command(try CommandParser.parse(line[..<last.endIndex], suggesting: everything))
    }
    var rest = Arguments(of: row, tokens.dropFirst())
    let statement = try row.parse(&rest)
    try rest.end(takes: "no further words")
    return statement
  }

  private static func wait(_ rest: inout Arguments) throws(LineError) -> ScriptWait {
    let forms = "90s, 1:30, end-of-song, end-of-session, bell or part"
    guard let word = rest.next, word.utf8.first.map(ASCII.isLetter) ?? false else {
      return .time(try rest.takeTime(forms: forms))
    }
    return .milestone(try rest.take(Milestone.self))
  }

  private static func song(_ rest: inout Arguments) throws(LineError) -> Int {
    let word = try rest.take(needs: "a song's number and a reason, such as 'fail 2 unreadable'")
    guard let song = try SongNumbersParser.parse([word]).single else {
      throw .wrong(QuotedInput(word), "is not a single song. 'fail' takes one song number.")
    }
    return song
  }

  private static func declaration(_ rest: inout Arguments) throws(LineError) -> SongDeclaration {
    let title = try rest.takeQuote(
      needs: "a title in quotes, such as 'song \"Waves\" by \"The Sea\" 2:50'")
    var artist: String?
    if rest.next == "by" {
      _ = rest.takeFirst()
      artist = try rest.takeQuote(needs: "an artist in quotes after 'by'")
    }
    let duration = rest.next == nil ? nil : try rest.takeTime(forms: "2:50, or by \"The Sea\" 2:50")
    return SongDeclaration(title: title, artist: artist, duration: duration)
  }
}
