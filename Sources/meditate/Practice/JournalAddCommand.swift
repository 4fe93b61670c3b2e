import ArgumentParser
import MeditationControl
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

struct JournalAddCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a sit that was sat elsewhere.",
    usage: "meditate journal add DATE TIME LENGTH [NOTE]",
    discussion: """
      DATE is \(PastDay.forms). TIME is when the sit began, such as 21:00, and LENGTH how long it \
      was, such as 20m: 'meditate journal add yesterday 21:00 20m calm'. The sit is marked as \
      added. One that would end in the future, or that overlaps another sit, is refused.
      """)

  @Argument(
    help: ArgumentHelp("The day on which the sit began.", valueName: "DATE"),
    completion: .list(PastDay.words))
  var date: String

  @Argument(help: ArgumentHelp("When it began, its length and a note.", valueName: "TIME"))
  var rest: [String] = []

  func perform() throws {
    let command = try ShellJournal.command("journal add", [date] + rest)
    guard case .addSit(let day, let begin, let length, let note)? = command else { return }
    let sit = try AddedSit.sit(on: day, at: begin, for: length, note: note, clock: .system)
    try ShellJournal.enter(sit, isNew: true)
    ShellJournal.confirm(.addedSit(sit))
  }
}
