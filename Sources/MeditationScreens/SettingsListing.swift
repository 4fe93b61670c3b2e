import MeditationText

package struct SettingState: Hashable, Sendable {
  /// As in the settings file: `volume`.
  package var name: String
  package var help: String
  /// The current value as in the file; empty if there is none.
  package var value: String
  /// The value's source: "default", "remembered", "config:3", "MEDITATE_VOLUME", "command line".
  package var origin: String
  /// True if a change takes effect now; otherwise it does so at the next start.
  package var isEditable: Bool
  /// The value in the settings file, if `origin` takes precedence over it.
  package var overridden: String?
  /// The result of removing the setting from the settings file; `nil` if that was not asked for.
  package var removal: Removal?

  package enum Removal: Hashable, Sendable { case removed, absent }

  package init(
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

  fileprivate var isFromEnvironment: Bool { origin.hasPrefix("MEDITATE_") }

  fileprivate var shownValue: String { CleanText.clean(value) }
}

extension Listing {
  package init(_ settings: [SettingState], wording: Wording) {
    let advice =
      "'set NAME VALUE' changes a setting and writes the settings file; 'set NAME default' "
      + "removes it there."
    self.init(
      heading: wording.isAloud ? counted(settings.count, "setting") : "Settings",
      rows: settings.map { Row($0, wording: wording) },
      notes: (wording.isAloud ? Self.common(to: settings) : []) + [Row(advice, as: .muted)])
  }

  /// Sentences that apply to many settings, so that the rows need not repeat them.
  private static func common(to settings: [SettingState]) -> [Row] {
    let early = settings.filter(\.isEditable).map(\.name)
    let delay =
      early.isEmpty
      ? "They change at the next start."
      : "\(early.joined(separator: ", ")) \(early.count == 1 ? "changes" : "change") at once, "
        + "the others at the next start."
    return [Row("A value without a source is the default."), Row(delay)]
  }
}

extension Row {
  /// Creates the row of `setting`: its name, its value, and where that comes from.
  package init(_ setting: SettingState, wording: Wording) {
    let value = setting.value.isEmpty ? (wording.isAloud ? "not set" : "–") : setting.shownValue
    self.init(
      setting.name, setting.isEditable || wording.isAloud ? value : value + " (next start)",
      as: setting.origin == "default" ? .plain : .picked)
    // The variable's name follows from the setting's.
    let origin = setting.isFromEnvironment ? "environment" : setting.origin
    detail = wording.isAloud && origin == "default" ? "" : origin
  }
}

// MARK: - After a change

extension SettingState {
  /// The value after a change, with its origin if that is not the settings file, in one sentence.
  var news: String {
    let isSet = !value.isEmpty
    let shown = isSet ? shownValue : "not set"
    if let removal, !isSet || !["default", "remembered"].contains(origin) {
      let start =
        removal == .removed
        ? "Removed \(name) from the settings file; " : "The settings file has no \(name); "
      if isSet { return start + "for now it is \(shown)\(reason)." }
      let isLater = removal == .removed && !isEditable
      return start + (isLater ? "from the next start on it is not set." : "it is not set.")
    }
    if let overridden {
      return "The settings file has \(name) = \(CleanText.clean(overridden)); "
        + "for now it is \(shown)\(reason)."
    }
    let delay = isEditable ? "." : "; it takes effect at the next start."
    return "Setting: \(name) \(isSet ? "=" : "is") \(shown)\(reason)\(delay)"
  }

  /// Where the value comes from, as a clause; empty for the settings file.
  private var reason: String {
    switch origin {
    case "default": ", the default"
    case "remembered": ", remembered from the last time"
    case "command line": ", from the command line"
    case let origin where isFromEnvironment: ", from \(origin)"
    case _: ""
    }
  }
}
