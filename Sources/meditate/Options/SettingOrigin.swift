/// Where the value of a setting comes from, in the order of growing weight.
enum SettingOrigin: Equatable {
  case builtIn
  /// `line` counts from 1.
  case file(name: String, line: Int)
  case environment(variable: String)
  case commandLine
}

extension SettingOrigin: CustomStringConvertible {
  /// The place as a message begins with it.
  var description: String {
    switch self {
    case .builtIn: "default"
    case .file(let name, let line): "\(name):\(line)"
    case .environment(let variable): variable
    case .commandLine: "command line"
    }
  }
}
