import Foundation
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import meditate

/// The table of settings, beside what the parser says of the program's options.
@Suite("The table of settings", .waiting)
struct SettingTableTests {
  /// Of the options that `--experimental-dump-help` describes.
  struct Option: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let defaultValue: String?
    let abstract: String?
    let isRepeating: Bool

    /// True if it turns a flag off that is on by default.
    var isNegation: Bool { spellings.contains { $0.hasPrefix("--no-") } }

    var spellings: Set<String> {
      Set((names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name })
    }
  }

  /// The program's options, but for those that every program has, and one that is about one file.
  private func options() throws -> [Option] {
    struct Dump: Decodable {
      struct Command: Decodable { let arguments: [Option] }
      let command: Command
    }
    let text = try Workspace().meditate("--experimental-dump-help").output
    let all = try JSONDecoder().decode(Dump.self, from: Data(text)).command.arguments
    return all.filter {
      $0.kind != "positional"
        && $0.spellings.isDisjoint(with: ["--help", "--version", "--force"])
    }
  }

  @Test(
    "each row is an option, and each option a row or about one run, with the same default and help")
  func rows() throws {
    let rows = Settings.table.rows
    let ofRun = Set(Settings.table.optionsOfRun.flatMap(\.spellings))
    let all = try options()
    // The parser describes '--no-remote' as an option of its own.
    let options = all.filter { !$0.isNegation && $0.spellings.isDisjoint(with: ofRun) }
    let negations = all.filter(\.isNegation).flatMap(\.spellings)
    #expect(
      rows.map { Set($0.spellings).subtracting(negations) } == options.map(\.spellings))
    #expect(rows.flatMap(\.spellings).filter { $0.hasPrefix("--no-") } == negations)
    for (row, option) in zip(rows, options) {
      let initial =
        row.takesValue ? row.defaultText : row.defaultText == "yes" ? "--\(row.name)" : nil
      let value = initial.map { " (default: \($0))" }
      let shown = option.defaultValue.map { " (default: \($0))" }
      #expect((option.abstract ?? "") + (shown ?? "") == row.help + (value ?? ""))
      #expect(row.takesValue == (option.kind == "option"), "\(row.name)")
      #expect(row.isRepeating == option.isRepeating, "\(row.name)")
    }
  }

  @Test("each value has its origin")
  func origins() throws {
    let workspace = try Workspace()
    try workspace.write(
      ".config/meditate/config",
      "volume = 10\nplain = yes\n\ncolor = never\ndriver-option = a=1\ndriver-option = b=2\n")
    let settings = Settings(
      environment: [
        "HOME": workspace.folder.string, "MEDITATE_PLAIN": "off", "MEDITATE_COLOR": "sometimes",
      ], typed: ["A.wav", "--volume", "20", "--device=x", "--", "--driver=null"])
    let name = workspace.place(".config/meditate/config").string
    func value(_ name: String) throws -> SettingValue {
      try #require(settings.values.first { $0.setting.name == name })
    }
    #expect(try value("volume").texts == ["20"])
    #expect(try value("volume").origin == .commandLine)
    #expect(try value("device").texts == ["x"])
    #expect(try value("driver").texts == [])
    #expect(try value("driver").origin == .builtIn)
    #expect(try value("plain").texts == ["off"])
    #expect(try value("plain").origin == .environment(variable: "MEDITATE_PLAIN"))
    #expect(try value("color").texts == ["never"])
    #expect(try value("color").origin == .file(name: name, line: 4))
    #expect(try value("driver-option").texts == ["a=1", "b=2"])
    #expect(try value("format").texts == ["text"])
    #expect(settings.complaints.count == 1)
  }

  @Test("'off' is no command, for hooks as for speech")
  func commandOff() throws {
    #expect(try CommandOption(typed: "off").command == nil)
    #expect(try CommandOption(typed: "OFF").command == nil)
    #expect(try CommandOption(typed: "lamp off").command?.words == ["lamp", "off"])
  }

  @Test("the lines of a file are kept unchanged")
  func lines() {
    let text = "# mine\r\n volume = 30 # soft\n\nodd\n\"=\"\ndevice = \" a # b\" #c"
    let file = SettingsFile(Array(text.utf8) + [0x0A, 0xFF])
    #expect(
      Array(file.lines.map(\.bytes).joined(separator: [0x0A])) == Array(text.utf8) + [0x0A, 0xFF])
    #expect(
      file.lines.map(\.content) == [
        .blank, .setting(name: "volume", value: "30", comment: "# soft"), .blank,
        .invalid("write 'name = value'; '#' begins a comment."),
        .invalid("the value of '\"' has no closing quote."),
        .setting(name: "device", value: " a # b", comment: "#c"), .invalid("not UTF-8."),
      ])
  }
}
