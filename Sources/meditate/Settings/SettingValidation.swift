import ArgumentParser
import MeditationAudio
import MeditationText

/// Checks whether a text is a value of a setting.
///
/// Values are checked as on the command line, so that a mistake in the file, in a variable and at
/// the prompt gets the same message.
enum SettingValidation {
  /// The setting `name`, in lower case.
  static func setting(named name: String) throws(SettingProblem) -> Setting {
    let rows = Settings.table.rows
    if let setting = rows.first(where: { $0.name == name }) { return setting }
    if Settings.table.optionsOfRun.contains(where: { $0.name == name }) {
      throw SettingProblem(
        message: "'\(name)' is no setting: it is about one run of the program. Type '--\(name)'.")
    }
    let near = Vocabulary(rows.map(\.name)).nearest(to: name[...])
    let hint = near.map { " Did you mean '\($0)'?" } ?? ""
    throw SettingProblem(message: "there is no setting '\(CleanText.clean(name))'.\(hint)")
  }

  /// Throws unless `text` is a value of `setting` while all others have their defaults.
  static func check(_ text: String, of setting: Setting) throws(SettingProblem) {
    if setting.accepts(text) { return }
    // The parser refuses some options without a flag, which may be set anywhere.
    let flags = Settings.table.rows.filter { !$0.takesValue }.map { "--\($0.name)" }
    let word = try setting.word(for: text)
    if let problem = problem(of: Meditate.self, with: flags + (word.map { [$0] } ?? [])) {
      throw SettingProblem(message: problem)
    }
  }

  /// Why `command` refuses `arguments`; `nil` if it accepts them.
  static func problem(
    of command: any ParsableCommand.Type, with arguments: [String]
  ) -> String? {
    do {
      _ = try command.parseAsRoot(arguments)
      return nil
    } catch {
      return command.message(for: error).harmless
    }
  }

  /// Throws unless there is a driver with this name that plays. Only a start finds out whether it
  /// opens: the device may be away now. May block while drivers are loaded.
  static func check(driver: String) throws(SettingProblem) {
    let names = AudioDrivers.names
    guard !names.contains(driver) else { return }
    let near = Vocabulary(names).nearest(to: driver[...])
    let hint = near.map { "Did you mean '\($0)'?" } ?? "'meditate drivers' lists them."
    throw SettingProblem(message: "there is no sound driver '\(CleanText.clean(driver))'. \(hint)")
  }
}

struct SettingProblem: Error, CustomStringConvertible {
  let message: String

  var description: String { message }

  /// The message as a sentence, without its place.
  var sentence: String { message.prefix(1).uppercased() + message.dropFirst() }
}
