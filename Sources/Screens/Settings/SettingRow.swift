/// A setting: its name, its value, and where the value comes from.
public struct SettingRow: Row, Equatable, Sendable {
  /// The name, as in the settings file.
  public let title: String
  /// The value and, on a screen, "next start" if a change takes effect then.
  public let message: String
  /// Where the value comes from: "default", "config:3", "environment", "command line". Read aloud,
  /// "default" is left out.
  public let detail: String
  public let isEditable: Bool
  public let style: RowStyle

  /// Creates the row of `setting`.
  ///
  /// - Parameter wording: How the row is worded.
  public init(_ setting: SettingState, wording: Wording) {
    title = setting.name
    let value = setting.value.isEmpty ? (wording.isAloud ? "not set" : "–") : setting.shownValue
    message = setting.isEditable || wording.isAloud ? value : value + " (next start)"
    // The variable's name follows from the setting's.
    let origin = setting.isFromEnvironment ? "environment" : setting.origin
    detail = wording.isAloud && origin == "default" ? "" : origin
    isEditable = setting.isEditable
    style = setting.origin == "default" ? .plain : .picked
  }
}
