/// A setting: its name, its value, and where the value comes from.
public struct SettingRow: Row, Equatable, Sendable {
  /// The name, as in the settings file.
  public let title: String
  /// The value, and "next start" if a change takes effect then.
  public let message: String
  /// Where the value comes from: "default", "config:3", "environment", "command line".
  public let detail: String
  public let isEditable: Bool
  public let style: RowStyle

  /// Creates the row of `setting`.
  ///
  /// - Parameter inWords: Whether the row is read aloud.
  public init(_ setting: SettingState, inWords: Bool) {
    title = setting.name
    let value = setting.value.isEmpty ? (inWords ? "not set" : "–") : setting.shownValue
    let delay = inWords ? ", changes at the next start" : " (next start)"
    message = setting.isEditable ? value : value + delay
    // The variable's name follows from the setting's.
    detail = setting.isFromEnvironment ? "environment" : setting.origin
    isEditable = setting.isEditable
    style = setting.origin == "default" ? .plain : .picked
  }
}
