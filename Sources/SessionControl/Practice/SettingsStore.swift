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

/// A setting with its present value.
public struct SettingState: Hashable, Sendable {
  /// As in the settings file: `volume`.
  public var name: String
  /// What the setting does, in one line.
  public var help: String
  /// The present value as in the file; empty if there is none.
  public var value: String
  /// Where the value comes from: "default", "remembered", "config:3", "MEDITATE_VOLUME", "command line".
  public var origin: String
  /// Whether a change takes effect now; otherwise it does so at the next start.
  public var isEditable: Bool
  /// The value in the settings file, if `origin` takes precedence over it.
  public var overridden: String?
  /// Whether the setting was just removed from the settings file, or was not there to be removed;
  /// `nil` if neither was asked for.
  public var removal: Removal?

  public enum Removal: Hashable, Sendable { case removed, absent }

  public init(
    name: String, help: String, value: String, origin: String, isEditable: Bool,
    overridden: String? = nil
  ) {
    self.name = name
    self.help = help
    self.value = value
    self.origin = origin
    self.isEditable = isEditable
    self.overridden = overridden
  }
}
