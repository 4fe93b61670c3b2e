import Practice
import SessionControl
import SystemPackage
import TerminalView
import Testing

@testable import meditate

/// What `settings` shows, and what `set` does.
@Suite("Settings at the prompt") @MainActor
struct SettingsDeskTests {
  /// What the program was asked to do at once.
  private final class Log {
    var lines: [String] = []
  }

  private let workspace: Workspace
  private let log = Log()

  init() throws {
    workspace = try Workspace()
    for folder in [".config", ".config/meditate"] { try workspace.makeFolder(folder) }
  }

  @Test("each setting says where its value comes from")
  func origins() throws {
    try config("volume = 30\ncolor = never\nplain = yes\nfor = 20m\n")
    let desk = desk(adding: ["MEDITATE_PLAIN": "no"], typed: ["--for", "5m", "--volume=40"])
    func row(_ name: String) throws -> SettingState {
      try #require(desk.settings.first { $0.name == name })
    }
    #expect(desk.settings.map(\.name) == Settings.table.rows.map(\.name))
    #expect(try row("color").said == "never · config:2")
    #expect(try row("plain").said == "no · MEDITATE_PLAIN · yes")
    #expect(try row("for").said == "5m · command line · 20m")
    #expect(try row("volume").said == "40 · command line · 30")
    #expect(try row("journal").said == "on · default")
    #expect(try row("day-start").said == "04:00 · default")
    #expect(try row("driver").said == " · default")
    #expect(
      desk.settings.filter(\.isEditable).map(\.name) == [
        "day-start", "announce", "times", "volume", "level",
      ])
  }

  @Test("a change is written, and applied at once where that can be")
  func change() throws {
    try config("# mine\nvolume = 30 # soft\n")
    let desk = desk()
    #expect(try desk.set("VOLUME", to: "40").said == "40 · config:2")
    #expect(try desk.set("announce", to: "songs").said == "songs · config:3")
    #expect(try desk.set("day-start", to: "3:30").said == "3:30 · config:4")
    #expect(try desk.set("driver", to: "null").said == "null · config:5")
    #expect(try desk.set("device", to: " a #b").said == " a #b · config:6")
    #expect(
      try config()
        == "# mine\nvolume = 40 # soft\nannounce = songs\nday-start = 3:30\ndriver = null\n"
        + "device = \" a #b\"\n")
    #expect(log.lines == ["volume 40", "announce songs", "day-start 12600.0 seconds"])
    #expect(try desk.set("driver", to: nil).removal == .removed)
    #expect(try desk.set("driver", to: nil).removal == .absent)
    #expect(try desk.set("driver", to: "null").removal == nil)
    #expect(try desk.set("announce", to: nil).said == "all · default")
    #expect(try desk.set("day-start", to: nil).said == "04:00 · default")
    #expect(log.lines.suffix(2) == ["announce all", "day-start 14400.0 seconds"])
    #expect(desk.settings.first { $0.name == "device" }?.origin == "config:3")
  }

  @Test("a source that takes precedence still counts, and nothing changes at once")
  func overridden() throws {
    let desk = desk(adding: ["MEDITATE_ANNOUNCE": "none"], typed: ["--volume", "20"])
    #expect(try desk.set("volume", to: "40").said == "20 · command line · 40")
    #expect(try desk.set("announce", to: "songs").said == "none · MEDITATE_ANNOUNCE · songs")
    #expect(try desk.set("announce", to: nil).said == "none · MEDITATE_ANNOUNCE")
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
      ("driver", "", "'driver' needs a value."),
      ("driver", "nonsense", "There is no sound driver 'nonsense'. 'meditate drivers' lists them."),
      ("driver", "nul", "There is no sound driver 'nul'. Did you mean 'null'?"),
      (
        "device", "a\nb",
        "This value of 'device' cannot be written to the settings file: "
          + "it has control characters."
      ),
    ])
  func wrong(name: String, value: String, message: String) throws {
    let desk = desk()
    #expect(throws: PracticeRefusal.setting(message)) { try desk.set(name, to: value) }
    #expect((try? workspace.place(".config/meditate/config").stat()) == nil)
    #expect(log.lines == [])
  }

  @Test("without a home directory there is no file")
  func homeless() {
    let desk = SettingsDesk(
      Settings(environment: [:], typed: []), environment: [:], typed: [], memory: nil,
      live: LiveSettings())
    #expect(throws: PracticeRefusal.noSettings) { try desk.set("volume", to: "40") }
    #expect(!desk.settings.isEmpty)
  }

  @Test("the remembered volume counts where nothing gives it")
  func remembered() throws {
    let memory = VolumeMemory(path: nil)
    let desk = desk(memory: memory)
    func volume() -> String? { desk.settings.first { $0.name == "volume" }?.said }
    #expect(volume() == "100 · default")
    memory.remember(35)
    #expect(volume() == "35 · remembered")
    #expect(try desk.set("volume", to: "40").said == "40 · config:1")
    // The volume stays: nobody is startled.
    #expect(try desk.set("volume", to: nil).said == "35 · remembered")
    #expect(log.lines == ["volume 40"])
  }

  @Test("a volume that leaves the file is remembered, if no other one was")
  func leaving() throws {
    try config("volume = 25\n")
    let desk = desk(memory: VolumeMemory(path: nil))
    #expect(try desk.set("volume", to: nil).said == "25 · remembered")
    #expect(log.lines == [])
  }

  private func desk(
    adding variables: [String: String] = [:], typed: [String] = [], memory: VolumeMemory? = nil
  ) -> SettingsDesk {
    let environment = ["HOME": workspace.folder.string].merging(variables) { $1 }
    let live = LiveSettings()
    live.setVolume = { [log] in log.lines.append("volume \($0)") }
    live.setAnnouncement = { [log] in log.lines.append("announce \($0)") }
    live.setDayStart = { [log] in log.lines.append("day-start \($0)") }
    return SettingsDesk(
      Settings(environment: environment, typed: typed), environment: environment, typed: typed,
      memory: memory, live: live)
  }

  private func config(_ text: String) throws {
    try workspace.write(".config/meditate/config", text)
  }

  private func config() throws -> String {
    String(decoding: try workspace.read(".config/meditate/config"), as: UTF8.self)
  }
}

extension SettingState {
  /// The value, its source and, if there is one, the overridden value of the file.
  fileprivate var said: String {
    ([value, origin] + (overridden.map { [$0] } ?? [])).joined(separator: " · ")
  }
}
