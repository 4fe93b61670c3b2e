/// What `settings` shows.
public struct SettingsListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [SettingRow]
  public let notes: [NoteRow]

  /// Creates the listing of `settings`.
  ///
  /// - Parameter wording: How the rows are worded.
  public init(_ settings: [SettingState], wording: Wording) {
    rows = settings.map { SettingRow($0, wording: wording) }
    heading = wording.isAloud ? counted(settings.count, "setting") : "Settings"
    notes =
      (wording.isAloud ? Self.common(to: settings) : []) + [
        NoteRow(
          "'set NAME VALUE' changes a setting and writes the settings file; 'set NAME default' "
            + "removes it there.", as: .muted)
      ]
  }

  /// What the rows leave out, because it is the same for many of them.
  private static func common(to settings: [SettingState]) -> [NoteRow] {
    let early = settings.filter(\.isEditable).map(\.name)
    let delay =
      early.isEmpty
      ? "They change at the next start."
      : "\(early.joined(separator: ", ")) \(early.count == 1 ? "changes" : "change") at once, "
        + "the others at the next start."
    return [NoteRow("A value without a source is the default."), NoteRow(delay)]
  }
}
