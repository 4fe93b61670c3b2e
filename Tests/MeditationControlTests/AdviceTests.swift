import MeditationCore
import MeditationPractice
import MeditationScreens
import MeditationText
import Testing

@testable import MeditationControl
@testable import MeditationLanguage

/// The lines that are suggested in place of others.
@Suite("Advice") @MainActor struct AdviceTests {
  /// Lines that people typed, beside the hints and the table.
  private static let typed = [
    "bell every five minutes", "20 minutes", "sit 10", "ring at 10", "next song", "no music",
    "no closing bell", "rain on", "shuffle off", "4-7-8", "louder", "softer", "how long",
    "yesterday", "today", "streak", "cancel", "goal", "play 5", "start 3", "save as morning",
    "pick found n", "journal today", "sets list", "sets delete Evening", "pick rain", "1:30", "50%",
    "+10", "start 25:00", "finish song", "for 5 m", "bells 5m", "evening", "song 1", "loop Track",
  ]

  /// Times that complete such lines.
  private static let times = ["bells": "5m", "until": "7:30", "begin": "7:30"]

  private static var lines: [String] {
    let table = Meaning.table.map { meaning in
      meaning.typed.joined(separator: " ").replacing("#", with: "2")
        .replacing("*", with: times[String(meaning.line.prefix { $0 != " " })] ?? "Evening")
        .replacing("@", with: "Evening")
    }
    return Commands.table.vocabulary.hints.keys.sorted() + table + typed
  }

  /// A session of three songs with a set, a sit in the journal and something to undo.
  private func stage(in phase: Phase) throws -> PracticeStage {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("for 10m", "1", "start").play(2)
    stage.type("finish", "back", "2", "for 20m, opening 1")
    if phase != .picking { stage.type("start").play(5) }
    if phase == .finished { stage.type("finish") }
    return stage
  }

  @Test("is performed where it is given", arguments: Phase.allCases)
  func performed(phase: Phase) async throws {
    for line in Self.lines {
      let stage = try stage(in: phase)
      guard case .notUnderstood(let error) = await stage.answer(line),
        let advice = "\(error)".firstMatch(of: /Did you mean '(.+)'\?$/)?.1
      else { continue }
      switch await stage.answer(String(advice)) {
      // This stage lacks settings, files, a search, a sit to be resumed, a name that is free, and a
      // person to ask for one. A session's refusals depend on where it is.
      case .notUnderstood(.missing), .refused(.session), .refused(.noSettings),
        .refused(.nothingToResume), .refused(.nothingMore), .refused(.badName(.empty)),
        .refused(.notReadFromFiles), .refused(.nothingFound), .refused(.set):
        break
      case .notUnderstood(let error): Issue.record("\(line): \(advice): \(error)")
      case .refused(let refusal): Issue.record("\(line): \(advice): \(refusal.text)")
      case .outcome, .page, .quit, .pending: break
      }
    }
  }

  @Test(
    "is given for what people mean",
    arguments: [
      ("bell every five minutes", "bells every five minutes"), ("ring at 10", "bells at 10m"),
      ("next song", "next"), ("no music", "music off"), ("no closing bell", "closing off"),
      ("rain on", "under rain"), ("shuffle off", "sort original"), ("4-7-8", "breath 4-7-8"),
      ("louder", "volume +5"), ("how long", "left"), ("cancel", "back"), ("play 5", "5"),
      ("save as morning", "save morning"), ("sets delete My Set", "delete My Set"),
      ("journal today", "journal"), ("pick found n", "pick found next"),
      ("20 minutes", "for 20m"), ("breathing 4 7 8", "breath 4-7-8"), ("end at 7pm", "until 7pm"),
      ("wake me at 7", "until 7:00"), ("pick ocean", "pick title:ocean"),
      ("where am I", "status"), ("rain 40", "under rain 40"), ("bell at the end", "closing 1"),
    ])
  func given(typed: String, meant: String) {
    // Sets are saved and deleted while picking.
    let phase: Phase = ["save", "delete"].contains(where: meant.hasPrefix) ? .picking : .listening
    do {
      let command = try CommandParser.parse(typed, in: phase)
      Issue.record("\(typed) is \(command)")
    } catch {
      #expect("\(error)".hasSuffix("Did you mean '\(meant)'?"), "\(error)")
    }
  }
}
