/// The source of a setting's value; later cases take precedence.
enum SettingOrigin: Equatable {
  case builtIn
  /// The volume of the last time.
  case remembered
  /// `line` counts from 1.
  case file(name: String, line: Int)
  case environment(variable: String)
  case commandLine

  /// The precedence of the settings file.
  static let fileRank = 2

  /// The precedence: the value of a higher one counts.
  var rank: Int {
    switch self {
    case .builtIn: 0
    case .remembered: 1
    case .file: Self.fileRank
    case .environment: 3
    case .commandLine: 4
    }
  }

  /// Whether the value is from the settings file or the environment.
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

  /// The source in a column: a file without its folder.
  var short: String {
    guard case .file(let name, let line) = self else { return description }
    return "\(name.split(separator: "/").last ?? ""):\(line)"
  }
}
