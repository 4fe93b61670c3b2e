import ArgumentParser
import MeditationRemote
import MeditationSystem
import MeditationText
import SystemPackage

/// The settings in the settings file and the environment, as command-line arguments.
///
/// They are inserted before the typed arguments. The last value of an option counts, so the command
/// line takes precedence over the environment, and the environment over the file. Settings that
/// cannot be parsed, alone or together, are reported and ignored. What only a start can find, such
/// as a song number that is too high, is an error that names the source.
struct Settings {
  static let table = SettingTable()
  static let variablePrefix = "MEDITATE_"
  static let ofProgram = Settings(
    environment: ProgramEnvironment.variables,
    typed: RawArguments.words)

  private(set) var values = table.rows.map { SettingValue(defaultOf: $0) }
  /// Why settings were ignored, one line each.
  private(set) var complaints: [String] = []
  /// The arguments from the file and the environment, with the names of their settings.
  private var inherited: [(name: String, word: String)] = []

  /// The arguments from the file and the environment for options that the command has.
  var words: [String] { inherited.map(\.word) }

  /// Where the settings `names` were set; `nil` if nowhere.
  func source(of names: [String]) -> String? {
    let origins = values.filter { names.contains($0.setting.name) }.map(\.origin)
      .filter(\.isInherited)
    return origins.isEmpty ? nil : origins.map(\.description).joined(separator: " and ")
  }

  func origin(of name: String) -> SettingOrigin {
    values.first { $0.setting.name == name }?.origin ?? .builtIn
  }

  /// The text of the setting `name` in the file or the environment; `nil` if there is none.
  func inherited(_ name: String) -> String? {
    values.first { $0.setting.name == name }?.inherited
  }

  /// Reads the settings for the `typed` arguments. Blocks on the disk.
  init(environment: [String: String], typed: [String]) {
    do throws(SettingProblem) {
      if let path = Self.path(environment), let file = try SettingsFileStore(path: path).read() {
        take(file, named: CleanText.clean(path.string))
      }
    } catch {
      complaints.append(error.message)
    }
    take(environment)
    inherited = values.flatMap { value in value.words.map { (value.setting.name, $0) } }
    if !inherited.isEmpty {
      let (command, arguments) = Meditate.command(in: typed)
      // The program's own command has all of them, and asking the parser takes long.
      if command != Meditate.self {
        let known = CommandInfo(of: command)?.arguments?.flatMap(\.spellings) ?? []
        inherited.removeAll { !known.contains("--\($0.name)") }
      }
      dropMisfit(of: command, beside: arguments)
    }
    for (setting, text) in Self.options(in: typed) {
      set(setting.name, to: text, from: .commandLine)
    }
  }

  /// The path of the file, whether or not it exists; `nil` without a home directory.
  static func path(_ environment: [String: String]) -> FilePath? {
    UserDirectories(environment: environment).config?.appending("config")
  }

  /// Applies the setting `name`, if it exists and the parser accepts `text`.
  private mutating func take(_ name: String, _ text: String, from origin: SettingOrigin) {
    do throws(SettingProblem) {
      let setting = try SettingValidation.setting(named: name)
      try SettingValidation.check(text, of: setting)
      set(name, to: text, from: origin)
    } catch {
      complaints.append("\(origin): \(error.message)")
    }
  }

  /// Drops the setting that `command` refuses together with the others and the typed `arguments`.
  private mutating func dropMisfit(
    of command: any ParsableCommand.Type, beside arguments: [String]
  ) {
    func problem(without name: String?) -> String? {
      let words = inherited.filter { $0.name != name }.map(\.word)
      return SettingValidation.problem(of: command, with: words + arguments)
    }
    guard let reason = problem(without: nil),
      let misfit = inherited.map(\.name).first(where: { problem(without: $0) == nil })
    else { return }
    inherited.removeAll { $0.name == misfit }
    for index in values.indices where values[index].setting.name == misfit {
      complaints.append("\(values[index].origin): \(reason)")
      values[index] = SettingValue(defaultOf: values[index].setting)
    }
  }

  private mutating func set(_ name: String, to text: String, from origin: SettingOrigin) {
    for index in values.indices where values[index].setting.name == name {
      values[index].take(text, from: origin)
    }
  }

  // MARK: - The command line

  /// The settings among the typed arguments, for their sources. The parser checks the values.
  private static func options(in words: [String]) -> [(setting: Setting, text: String)] {
    let rows = table.rows
    var found: [(Setting, String)] = []
    let words = Meditate.ownWords(of: words)
    for (index, word) in words.enumerated() where word.hasPrefix("-") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let setting = rows.first(where: { $0.spellings.contains(parts[0]) }) else { continue }
      if !setting.takesValue {
        found.append((setting, parts[0] == "--\(setting.name)" ? "yes" : "no"))
      } else if let text = parts.dropFirst().first ?? words.dropFirst(index + 1).first {
        found.append((setting, text))
      }
    }
    return found
  }

  // MARK: - The file and the environment

  /// Applies the lines of `file`; `path` is its name for messages.
  private mutating func take(_ file: SettingsFile, named path: String) {
    for (index, line) in file.lines.enumerated() {
      let origin = SettingOrigin.file(name: path, line: index + 1)
      switch line.content {
      case .blank: break
      case .setting(let name, let value, _): take(name, value, from: origin)
      case .invalid(let reason): complaints.append("\(origin): \(reason)")
      }
    }
  }

  /// Applies the variables that are settings, or look like them. If a hook runs this program again,
  /// `MEDITATE_PLAN` is no setting, but the session's plan.
  private mutating func take(_ environment: [String: String]) {
    let isInHook = environment[SessionHooks.Variable.event.rawValue] != nil
    let variables = environment.filter {
      $0.key.hasPrefix(Self.variablePrefix)
        && !(isInHook && SessionHooks.Variable(rawValue: $0.key) != nil)
    }
    for (variable, text) in variables.sorted(by: { $0.key < $1.key }) {
      let name = variable.dropFirst(Self.variablePrefix.count).lowercased()
      take(
        name.replacing("_", with: "-"), text,
        from: .environment(variable: CleanText.clean(variable)))
    }
  }
}
