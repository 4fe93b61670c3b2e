import Text

extension SettingState {
  /// Whether a variable of the environment gives the value.
  var isFromEnvironment: Bool { origin.hasPrefix("MEDITATE_") }

  /// The value, ready for display.
  var shownValue: String { CleanText.clean(value) }
}
