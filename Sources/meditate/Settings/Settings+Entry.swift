import Text

extension Settings {
  /// A setting as found, known or unknown, or an invalid line.
  struct Entry {
    let name: String
    let text: String
    let origin: SettingOrigin
    let problem: String?

    init(_ name: String, _ text: String, _ origin: SettingOrigin) {
      (self.name, self.text, self.origin, problem) = (name, text, origin, nil)
    }

    init(_ origin: SettingOrigin, problem: String) {
      (name, text, self.origin, self.problem) = ("", "", origin, problem)
    }
  }

  /// The settings and the invalid lines of `file`; `name` is its name for messages.
  static func entries(of file: ConfigFile, named name: String) -> [Entry] {
    file.lines.enumerated().compactMap { index, line in
      let origin = SettingOrigin.file(name: name, line: index + 1)
      return switch line.content {
      case .blank: nil
      case .setting(let name, let value, _): Entry(name, value, origin)
      case .invalid(let reason): Entry(origin, problem: reason)
      }
    }
  }

  /// The variables that are settings, or look like them.
  static func entries(of environment: [String: String]) -> [Entry] {
    environment.filter { $0.key.hasPrefix(variablePrefix) }.sorted { $0.key < $1.key }.map {
      let name = $0.dropFirst(variablePrefix.count).lowercased().replacing("_", with: "-")
      return Entry(name, $1, .environment(variable: CleanText.clean($0)))
    }
  }
}
