import CommandLanguage

extension SongSelection {
  /// Parses the value of `--pick` with the grammar of the prompt.
  @Sendable static func typed(_ list: String) throws -> Self {
    guard case .pick(let selection) = try CommandParser.parse("pick \(list)") else {
      throw SettingProblem(message: "name songs, such as '1 3-5 7-'.")
    }
    return selection
  }
}
