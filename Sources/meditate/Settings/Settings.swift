import ArgumentParser
import CommandLanguage
import FileSystem
import Foundation
import SongLibrary
import SystemPackage
import Text

/// The settings of the settings file and the environment, as command-line arguments.
///
/// They are inserted before the typed arguments. The last value of an option counts, so the command
/// line takes precedence over the environment, and the environment over the file. Settings that cannot
/// be parsed are reported and ignored; what only a start can tell, such as a song number that is too
/// high, is an error as on the command line.
struct Settings {
  static let table = SettingTable()

  /// Each setting of the table with its value, in the order of the table.
  private(set) var values = table.rows.map { SettingValue(defaultOf: $0) }
  /// Why settings were ignored, one line each.
  private(set) var complaints: [String] = []
  /// The arguments of the file and the environment, each with the name of its setting.
  private var inherited: [(name: String, word: String)] = []

  /// The arguments for the options that `command` has.
  func words(for command: any ParsableCommand.Type) -> [String] {
    guard !inherited.isEmpty else { return [] }
    let known = OptionNames(of: command).names
    return inherited.filter { known.contains($0.name) }.map(\.word)
  }

  /// Reads the settings. Blocks on the disk.
  ///
  /// - Parameter typed: The typed arguments, without the program's name.
  init(environment: [String: String], typed: [String]) {
    var entries: [Entry] = []
    do throws(SettingProblem) {
      if let path = Self.path(environment), let file = try ConfigFile.read(at: path) {
        entries = Self.entries(of: file, named: CleanText.clean(path.string))
      }
    } catch {
      complaints.append(error.message)
    }
    for row in values.map(\.setting) {
      guard let text = environment[row.variable], !text.isEmpty else { continue }
      entries.append(Entry(row.name, text, .environment(variable: row.variable)))
    }
    // The parser refuses some options without a flag, which may be set anywhere.
    let flags = words(ofFlagsIn: entries)
    for entry in entries { take(entry, flags: flags) }
    inherited = values.flatMap { value in value.words.map { (value.setting.name, $0) } }
    for (setting, text) in TypedOptions(typed, rows: values.map(\.setting)).found {
      set(setting.name, to: text, from: .commandLine)
    }
  }

  /// The path of the file, whether or not it exists.
  private static func path(_ environment: [String: String]) -> FilePath? {
    UserDirectories(environment: environment).config?.appending("config")
  }

  private static func entries(of file: ConfigFile, named name: String) -> [Entry] {
    file.lines.enumerated().compactMap { index, line in
      let origin = SettingOrigin.file(name: name, line: index + 1)
      return switch line.content {
      case .blank: nil
      case .setting(let name, let value, _): Entry(name, value, origin)
      case .invalid(let reason): Entry(origin, problem: reason)
      }
    }
  }

  /// The arguments of the flags that `entries` turn on.
  private func words(ofFlagsIn entries: [Entry]) -> [String] {
    values.map(\.setting).filter { !$0.takesValue }.compactMap { flag in
      entries.filter { $0.name == flag.name }.reduce(nil) { word, entry in
        do { return try flag.word(for: entry.text) } catch { return word }
      }
    }
  }

  /// Applies `entry`, unless the parser refuses it.
  private mutating func take(_ entry: Entry, flags: [String]) {
    if let problem = entry.problem { return complaints.append("\(entry.origin): \(problem)") }
    guard let setting = values.first(where: { $0.setting.name == entry.name })?.setting else {
      let near = Spelling.nearest(to: entry.name, in: values.map(\.setting.name))
      let hint = near.map { " Did you mean '\($0)'?" } ?? ""
      complaints.append(
        "\(entry.origin): there is no setting '\(CleanText.clean(entry.name))'.\(hint)")
      return
    }
    do {
      if let word = try setting.word(for: entry.text) { _ = try Meditate.parse(flags + [word]) }
      set(entry.name, to: entry.text, from: entry.origin)
    } catch let problem as SettingProblem {
      complaints.append("\(entry.origin): \(problem.message)")
    } catch {
      complaints.append("\(entry.origin): \(Meditate.message(for: error).harmless)")
    }
  }

  private mutating func set(_ name: String, to text: String, from origin: SettingOrigin) {
    for index in values.indices where values[index].setting.name == name {
      values[index].take(text, from: origin)
    }
  }

  /// A setting as found, known or unknown, or an invalid line.
  private struct Entry {
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
}
