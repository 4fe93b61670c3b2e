/// The source of a setting's value; later cases take precedence.
enum SettingOrigin: Equatable {
  case builtIn
  /// `line` counts from 1.
  case file(name: String, line: Int)
  case environment(variable: String)
  case commandLine

  /// The precedence: the value of a higher one counts.
  var rank: Int {
    switch self {
    case .builtIn: 0
    case .file: 1
    case .environment: 2
    case .commandLine: 3
    }
  }

  /// Whether the value is from the settings file or the environment.
  var isInherited: Bool {
    switch self {
    case .file, .environment: true
    case .builtIn, .commandLine: false
    }
  }
}

extension SettingOrigin: CustomStringConvertible {
  /// The source as the prefix of a message.
  var description: String {
    switch self {
    case .builtIn: "default"
    case .file(let name, let line): "\(name):\(line)"
    case .environment(let variable): variable
    case .commandLine: "command line"
    }
  }
}
