import MeditationControl
import MeditationPractice
import MeditationScreens
import MeditationTerminal
import SystemPackage
import Testing

@testable import meditate

/// The listing of `settings`, and the effects of `set`.
@Suite("Settings at the prompt") @MainActor
struct SettingsEditorTests {
  /// Changes that the program was asked to make at once.
  private final class Log {
    var lines: [String] = []
  }

  private let workspace: Workspace
  private let log = Log()

  init() throws {
    workspace = try Workspace()
  }

  @Test("each setting says where its value comes from")
  func origins() throws {
    try config("volume = 30\ncolor = never\nplain = yes\nplan = fade 5s\n")
    let editor = editor(
      adding: ["MEDITATE_PLAIN": "no"], typed: ["--plan", "for 5m", "--volume=40"])
    func row(_ name: String) throws -> SettingState {
      try #require(editor.settings.first { $0.name == name })
    }
    #expect(editor.settings.map(\.name) == Settings.table.rows.map(\.name))
    #expect(try row("color").said == "never · config:2")
    #expect(try row("plain").said == "no · MEDITATE_PLAIN · yes")
    #expect(try row("plan").said == "for 5m · command line · fade 5s")
    #expect(try row("volume").said == "40 · command line · 30")
    #expect(try row("journal").said == "on · default")
    #expect(try row("day-start").said == "04:00 · default")
    #expect(try row("driver").said == " · default")
    #expect(
      editor.settings.filter(\.isEditable).map(\.name) == [
        "day-start", "streak", "goal", "ask-note", "announce", "times", "volume", "level",
      ])
  }

  @Test("a change is written, and applied at once where that can be")
  func change() throws {
    try config("# mine\nvolume = 30 # soft\n")
    let editor = editor()
    #expect(try editor.set("VOLUME", to: "40").said == "40 · config:2")
    #expect(try editor.set("announce", to: "songs").said == "songs · config:3")
    #expect(try editor.set("day-start", to: "3:30").said == "3:30 · config:4")
    #expect(try editor.set("driver", to: "null").said == "null · config:5")
    #expect(try editor.set("device", to: " a #b").said == " a #b · config:6")
    #expect(
      try config()
        == "# mine\nvolume = 40 # soft\nannounce = songs\nday-start = 3:30\ndriver = null\n"
        + "device = \" a #b\"\n")
    #expect(log.lines == ["volume 40", "announce songs", "day-start 12600.0 seconds"])
    #expect(try editor.set("driver", to: nil).removal == .removed)
    #expect(try editor.set("driver", to: nil).removal == .absent)
    #expect(try editor.set("driver", to: "null").removal == nil)
    #expect(try editor.set("announce", to: nil).said == "all · default")
    #expect(try editor.set("day-start", to: nil).said == "04:00 · default")
    #expect(log.lines.suffix(2) == ["announce all", "day-start 14400.0 seconds"])
    #expect(editor.settings.first { $0.name == "device" }?.origin == "config:3")
  }

  @Test("a goal, a streak and the question for a note are applied at once")
  func practice() throws {
    let editor = editor()
    #expect(try editor.set("goal", to: "20").said == "20 · config:1")
    #expect(try editor.set("goal", to: "5 sits").said == "5 sits · config:1")
    #expect(try editor.set("streak", to: "forgiving").said == "forgiving · config:2")
    #expect(try editor.set("ask-note", to: "off").said == "off · config:3")
    #expect(try config() == "goal = 5 sits\nstreak = forgiving\nask-note = off\n")
    #expect(try editor.set("goal", to: nil).said == "off · default")
    #expect(
      log.lines == ["goal 20m", "goal 5 sits", "streak forgiving", "ask-note off", "goal off"])
  }

  @Test("a source that takes precedence still counts, and nothing changes at once")
  func overridden() throws {
    let editor = editor(adding: ["MEDITATE_ANNOUNCE": "none"], typed: ["--volume", "20"])
    #expect(try editor.set("volume", to: "40").said == "20 · command line · 40")
    #expect(try editor.set("announce", to: "songs").said == "none · MEDITATE_ANNOUNCE · songs")
    #expect(try editor.set("announce", to: nil).said == "none · MEDITATE_ANNOUNCE")
    #expect(try config() == "volume = 40\n")
    #expect(log.lines == [])
  }

  @Test(
    "a wrong name or value says what to write, and writes nothing",
    arguments: [
      ("volum", "40", "There is no setting 'volum'. Did you mean 'volume'?"),
      ("xyz", "40", "There is no setting 'xyz'."),
      (
        "volume", "loud",
        "The value 'loud' is invalid for 'volume': write a number from 0 to 100."
      ),
      ("plain", "perhaps", "'plain' must be 'yes' or 'no'."),
      (
        "journal", "maybe",
        "The value 'maybe' is invalid for 'journal'. "
          + "Please provide one of 'on' and 'off'."
      ),
      (
        "day-start", "24:00",
        "The value '24:00' is invalid for 'day-start': "
          + "write a time of day, such as 04:00."
      ),
      (
        "goal", "20s",
        "The value '20s' is invalid for 'goal': write whole minutes a day, such as 20m, "
          + "or a week, such as '150m a week', sits a week, such as '5 sits', or off."
      ),
      ("driver", "", "'driver' needs a value."),
      ("driver", "nonsense", "There is no sound driver 'nonsense'. 'meditate drivers' lists them."),
      ("driver", "nul", "There is no sound driver 'nul'. Did you mean 'null'?"),
      (
        "device", "a\nb",
        "This value of 'device' cannot be written to the settings file: "
          + "it has control characters."
      ),
    ] as [(String, String, String)])
  func wrong(name: String, value: String, message: String) throws {
    let editor = editor()
    #expect(throws: CommandRefusal.setting(message)) { try editor.set(name, to: value) }
    #expect((try? workspace.place(".config/meditate/config").stat()) == nil)
    #expect(log.lines == [])
  }

  @Test("without a home directory there is no file")
  func homeless() {
    let editor = SettingsEditor(
      Settings(environment: [:], typed: []), environment: [:], typed: [], memory: nil,
      onChange: { _ in })
    #expect(throws: CommandRefusal.noSettings) { try editor.set("volume", to: "40") }
    #expect(!editor.settings.isEmpty)
  }

  @Test("the remembered volume counts where nothing gives it")
  func remembered() throws {
    let memory = VolumeMemory(path: nil)
    let editor = editor(memory: memory)
    func volume() -> String? { editor.settings.first { $0.name == "volume" }?.said }
    #expect(volume() == "100 · default")
    memory.remember(35)
    #expect(volume() == "35 · remembered")
    #expect(try editor.set("volume", to: "40").said == "40 · config:1")
    // The volume stays: nobody is startled.
    #expect(try editor.set("volume", to: nil).said == "35 · remembered")
    #expect(log.lines == ["volume 40"])
  }

  @Test("a volume that leaves the file is remembered, if no other one was")
  func leaving() throws {
    try config("volume = 25\n")
    let editor = editor(memory: VolumeMemory(path: nil))
    #expect(try editor.set("volume", to: nil).said == "25 · remembered")
    #expect(log.lines == [])
  }

  private func editor(
    adding variables: [String: String] = [:], typed: [String] = [], memory: VolumeMemory? = nil
  ) -> SettingsEditor {
    let environment = ["HOME": workspace.folder.string].merging(variables) { $1 }
    return SettingsEditor(
      Settings(environment: environment, typed: typed), environment: environment, typed: typed,
      memory: memory, onChange: { [log] in log.lines.append(Self.line($0)) })
  }

  private static func line(_ change: SettingChange) -> String {
    switch change {
    case .volume(let percent): "volume \(percent)"
    case .level(let level): "level \(level)"
    case .announcement(let events): "announce \(events)"
    case .times(let times): "times \(times)"
    case .dayStart(let start): "day-start \(start.time)"
    case .streak(let rule): "streak \(rule)"
    case .goal(let goal): "goal \(goal)"
    case .askNote(let option): "ask-note \(option)"
    }
  }

  private func config(_ text: String) throws {
    try workspace.write(".config/meditate/config", text)
  }

  private func config() throws -> String {
    try workspace.text(".config/meditate/config")
  }
}

extension SettingState {
  /// The value, its source and, if there is one, the overridden value of the file.
  fileprivate var said: String {
    ([value, origin] + (overridden.map { [$0] } ?? [])).joined(separator: " · ")
  }
}
