import Text

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

extension SettingState {
  /// Whether a variable of the environment gives the value.
  var isFromEnvironment: Bool { origin.hasPrefix("MEDITATE_") }

  /// The value, ready for display.
  var shownValue: String { CleanText.clean(value) }
}
