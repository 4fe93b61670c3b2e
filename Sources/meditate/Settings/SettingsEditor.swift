import MeditationControl
import MeditationPractice
import MeditationScreens

/// Shows the settings of the running program, and changes them in the settings file.
@MainActor final class SettingsEditor: SettingsStore {
  private static let volume = Settings.table.volume.name

  private let environment: [String: String]
  private let typed: [String]
  private let memory: VolumeMemory?
  private let onChange: (SettingChange) -> Void
  private var values: [SettingValue]

  /// - Parameter memory: The volume of the last time; `nil` if it is not used.
  init(
    _ settings: Settings, environment: [String: String], typed: [String], memory: VolumeMemory?,
    onChange: @escaping (SettingChange) -> Void
  ) {
    self.environment = environment
    self.typed = typed
    self.memory = memory
    self.onChange = onChange
    values = settings.values
  }

  var settings: [SettingState] { values.map(state) }

  func set(_ name: String, to value: String?) throws(CommandRefusal) -> SettingState {
    let name = name.lowercased()
    guard let path = Settings.path(environment) else { throw .noSettings }
    var wasInFile = false
    do throws(SettingProblem) {
      let setting = try SettingValidation.setting(named: name)
      if let value {
        try SettingValidation.check(value, of: setting)
        if name == Settings.table.driver.name { try SettingValidation.check(driver: value) }
      }
      try SettingsFileStore(path: path).change { file throws(SettingProblem) in
        wasInFile = file.lines.contains { $0.name == name }
        guard let value else { return file.removing(name) }
        return try file.setting(name, to: value, isOnly: setting.isRepeating)
      }
    } catch {
      // At the prompt, a setting is not an option.
      throw .setting(
        error.sentence.replacing(/'--([a-z-]+)( <[^>]*>)?'/) { "'\($0.output.1)'" })
    }
    var state = reread(name, isRemoved: value == nil)
    if value == nil { state.removal = wasInFile ? .removed : .absent }
    return state
  }

  /// Reads the file again, and applies the new value of `name`.
  ///
  /// Other settings only get new line numbers: changes in the file take effect at the next start.
  private func reread(_ name: String, isRemoved: Bool) -> SettingState {
    let old = values
    let new = Settings(environment: environment, typed: typed).values
    values = zip(old, new).map { $0.setting.name == name || $0.texts == $1.texts ? $1 : $0 }
    let index = values.firstIndex { $0.setting.name == name } ?? 0
    if name == Self.volume, isRemoved {
      // The volume stays, so that nobody is startled, now or at the next start.
      if memory?.level == nil, let level = old[index].texts.last.flatMap(Int.init) {
        memory?.remember(level)
      }
    } else {
      apply(values[index])
    }
    return state(values[index])
  }

  private func apply(_ value: SettingValue) {
    guard !value.origin.overridesFile, let text = value.texts.last,
      let change = value.setting.change(text)
    else { return }
    onChange(change)
  }

  private func state(_ value: SettingValue) -> SettingState {
    var value = value
    if value.setting.name == Self.volume, value.origin == .builtIn, let level = memory?.level {
      value.take("\(level)", from: .remembered)
    }
    let isOverridden = value.origin.overridesFile && !value.inFile.isEmpty
    return SettingState(
      name: value.setting.name, help: value.setting.help,
      value: value.texts.joined(separator: ", "), origin: value.origin.short,
      isEditable: value.setting.isLive,
      overridden: isOverridden ? value.inFile.joined(separator: ", ") : nil)
  }
}
