struct SettingValue {
  let setting: Setting
  /// The texts from all sources, the one that takes precedence last.
  private var taken: [(text: String, origin: SettingOrigin)] = []

  init(defaultOf setting: Setting) { self.setting = setting }

  /// Several only for a setting that repeats; empty without a default.
  var texts: [String] {
    taken.isEmpty ? setting.defaultText.map { [$0] } ?? [] : counting { _ in true }
  }
  /// The source of the last text.
  var origin: SettingOrigin { taken.last?.origin ?? .builtIn }
  /// The texts in the settings file, even if another source takes precedence.
  var inFile: [String] { counting { if case .file = $0 { true } else { false } } }
  /// The text in the file or the environment, even if another one was typed.
  var inherited: String? { taken.last { $0.origin.isInherited }?.text }

  /// The command-line arguments for texts from the file or the environment.
  var words: [String] {
    origin.isInherited ? texts.compactMap { text in try? setting.word(for: text) } : []
  }

  /// Adds a text from a source that takes precedence, or from a later line.
  mutating func take(_ text: String, from origin: SettingOrigin) { taken.append((text, origin)) }

  private func counting(_ isWanted: (SettingOrigin) -> Bool) -> [String] {
    let texts = taken.filter { isWanted($0.origin) }.map(\.text)
    return setting.isRepeating ? texts : Array(texts.suffix(1))
  }
}

/// The source of a setting's value; later cases take precedence.
enum SettingOrigin: Equatable {
  case builtIn
  /// The volume of the last time.
  case remembered
  /// `line` counts from 1.
  case file(name: String, line: Int)
  case environment(variable: String)
  case commandLine

  /// True if it takes precedence over the settings file.
  var overridesFile: Bool {
    switch self {
    case .environment, .commandLine: true
    case .builtIn, .remembered, .file: false
    }
  }

  /// True for the settings file and the environment.
  var isInherited: Bool {
    switch self {
    case .file, .environment: true
    case .builtIn, .remembered, .commandLine: false
    }
  }
}

extension SettingOrigin: CustomStringConvertible {
  /// The source as the prefix of a message.
  var description: String {
    switch self {
    case .builtIn: "default"
    case .remembered: "remembered"
    case .file(let name, let line): "\(name):\(line)"
    case .environment(let variable): variable
    case .commandLine: "command line"
    }
  }

  /// The source for a column: a file without its folder.
  var short: String {
    guard case .file(let name, let line) = self else { return description }
    return "\(name.split(separator: "/").last ?? ""):\(line)"
  }
}
