import ArgumentParser
import CommandLanguage
import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// What the configuration file and the environment say, as words of the command line.
///
/// They are put before what was typed there, where the last word about an option is the one that
/// counts: so the command line wins over the environment, and that over the file. A mistake is told
/// and left out: it never keeps the program from starting.
struct Settings {
  /// Every option that takes a value, by its long name.
  static let valued = [
    "color", "device", "driver", "driver-option", "files-from", "format", "output", "pick",
    "volume",
  ]
  /// Every option that is there or not.
  static let flags = ["plain", "start"]

  /// The options that each has with its value, in the order of growing weight.
  private var options: [(name: String, word: String)] = []
  /// What was not understood, a line each.
  private(set) var complaints: [String] = []

  /// The words for `command`: those options that it has.
  func words(for command: any ParsableCommand.Type) -> [String] {
    guard !options.isEmpty else { return [] }
    let known = command.helpMessage()
    return options.filter { known.contains("--\($0.name) ") }.map(\.word)
  }

  /// The settings of a user whose environment is `environment`.
  init(environment: [String: String]) {
    if let path = Self.path(environment), let text = Self.text(at: path) {
      read(text, named: CleanText.clean(path.string))
    }
    for option in Self.flags + Self.valued {
      let variable = "MEDITATE_" + option.uppercased().replacing("-", with: "_")
      guard let value = environment[variable], !value.isEmpty else { continue }
      add(option, value, from: variable)
    }
  }

  /// Where the file is: `meditate/config` in `XDG_CONFIG_HOME`, else in `~/.config`.
  private static func path(_ environment: [String: String]) -> FilePath? {
    UserDirectories(environment: environment).config?.appending("config")
  }

  private static func text(at path: FilePath) -> String? {
    FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Lines of `option = value`; `#` begins a comment at the beginning of a line.
  private mutating func read(_ text: String, named name: String) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let place = "\(name):\(index + 1)"
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2 else {
        complaints.append("\(place): a line is 'option = value', or a comment after '#'.")
        continue
      }
      add(parts[0].lowercased(), parts[1], from: place)
    }
  }

  private mutating func add(_ option: String, _ value: String, from place: String) {
    if Self.valued.contains(option) {
      guard !value.isEmpty else {
        complaints.append("\(place): '\(option)' needs a value.")
        return
      }
      add(option, word: "--\(option)=\(value)", from: place)
    } else if Self.flags.contains(option) {
      switch value.lowercased() {
      case "yes", "true", "on", "1": add(option, word: "--\(option)", from: place)
      case "no", "false", "off", "0": break
      default: complaints.append("\(place): '\(option)' is 'yes' or 'no'.")
      }
    } else {
      let near = Spelling.nearest(to: option, in: Self.valued + Self.flags)
      let hint = near.map { " Did you mean '\($0)'?" } ?? ""
      complaints.append("\(place): there is no option '\(CleanText.clean(option))'.\(hint)")
    }
  }

  /// Adds a word that the parser takes after those that it took before.
  private mutating func add(_ option: String, word: String, from place: String) {
    do {
      _ = try Meditate.parse(options.map(\.word) + [word])
      options.append((option, word))
    } catch {
      complaints.append("\(place): \(Meditate.message(for: error).harmless)")
    }
  }
}
