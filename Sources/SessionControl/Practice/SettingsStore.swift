public import Screens

/// The settings of the program: their values, and the file in which they are kept.
@MainActor public protocol SettingsStore: AnyObject {
  /// Every setting with its present value, in the order of the help.
  var settings: [SettingState] { get }

  /// Writes a setting to the settings file, and applies it now if it can change while the program
  /// runs. Blocks on the disk.
  ///
  /// - Parameters:
  ///   - name: Upper and lower case are the same.
  ///   - value: As in the file; `nil` removes the setting from the file.
  /// - Returns: The setting as it is now.
  func set(_ name: String, to value: String?) throws(PracticeRefusal) -> SettingState
}
