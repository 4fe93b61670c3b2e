/// What `settings` shows.
public struct SettingsListing: Listing, Equatable, Sendable {
  public let heading = "Settings"
  public let rows: [SettingRow]
  public let notes: [NoteRow]

  /// Creates the listing of `settings`.
  ///
  /// - Parameter inWords: Whether the rows are read aloud.
  public init(_ settings: [SettingState], inWords: Bool) {
    rows = settings.map { SettingRow($0, inWords: inWords) }
    notes = [
      NoteRow(
        "'set NAME VALUE' changes a setting and writes the settings file; 'set NAME default' "
          + "removes it there.", as: .muted)
    ]
  }
}
