import ArgumentParser
import CommandLanguage
import Text

extension Settings {
  /// The setting `name`, in lower case.
  static func setting(named name: String) throws(SettingProblem) -> any Setting {
    if let setting = table.rows.first(where: { $0.name == name }) { return setting }
    let near = Vocabulary(table.rows.map(\.name)).nearest(to: name[...])
    let hint = near.map { " Did you mean '\($0)'?" } ?? ""
    throw SettingProblem(message: "there is no setting '\(CleanText.clean(name))'.\(hint)")
  }

  /// The options of the program if `setting` were `text`, and all others had their defaults.
  static func options(
    setting: any Setting, to text: String
  ) throws(SettingProblem) -> Meditate {
    // The parser refuses some options without a flag, which may be set anywhere.
    let flags = table.rows.filter { !$0.takesValue }.map { "--\($0.name)" }
    let word = try setting.word(for: text)
    do {
      return try Meditate.parse(flags + (word.map { [$0] } ?? []))
    } catch {
      throw SettingProblem(message: Meditate.message(for: error).harmless)
    }
  }
}
