import ArgumentParser
import Testing

@testable import meditate

/// What the program reads without the parser, beside what the parser reads.
@Suite("Plain arguments")
struct PlainArgumentsTests {
  /// A value of each setting.
  private static let values = [
    "files-from": "list.txt", "pick": "1 3-5", "for": "20m", "plan": "settle 10s, bells every 5m",
    "journal": "off", "day-start": "5:30", "streak": "forgiving", "goal": "5 sits",
    "ask-note": "off", "on-begin": "lamp on", "on-bell": "lamp 'a b'", "on-pause": "lamp",
    "on-play": "lamp on", "on-next": "lamp", "on-part": "lamp part",
    "on-end": "lamp off", "speak": "off", "notify": "yes", "format": "json", "color": "always",
    "announce": "songs", "times": "words", "driver": "null", "device": "x=y",
    "driver-option": "a=1", "device-lost": "continue", "output": "a.wav", "rate": "48000",
    "volume": "30", "level": "album",
  ]

  private static let playing: [any PlayingCommand.Type] = [
    meditate.Meditate.self, SitCommand.self, TourCommand.self, AgainCommand.self,
    ResumeCommand.self,
  ]

  /// The command that is read as plain, with all of its values.
  private func plain(_ type: any PlayingCommand.Type, _ arguments: [String]) -> String? {
    let command: (any ParsableCommand)? = PlainArguments.command(type, arguments)
    return command.map { "\($0)" }
  }

  /// The command of the parser with all of its values, or what is wrong.
  private func parsed(_ type: any PlayingCommand.Type, _ arguments: [String]) -> String {
    do { return "\(try type.parseAsRoot(arguments))" } catch { return type.message(for: error) }
  }

  @Test("are read as the parser reads them, all settings of a command", arguments: playing.indices)
  func settings(_ index: Int) throws {
    let type = Self.playing[index]
    var names = PlainArguments.settingNames(of: type)
    if type == TourCommand.self { names.subtract(["output", "format"]) }
    let settings = Settings.table.rows.filter { names.contains($0.name) }
    for setting in settings where setting.takesValue {
      #expect(Self.values[setting.name] != nil, "\(setting.name)")
    }
    for spell in [
      { (name: String, text: String) in ["--\(name)", text] }, { ["--\($0)=\($1)"] },
    ] {
      let list = settings.flatMap { setting in
        setting.takesValue
          ? spell(setting.name, Self.values[setting.name] ?? "") : [setting.spellings.last ?? ""]
      }
      #expect(plain(type, list) == parsed(type, list))
    }
  }

  @Test(
    "are read as the parser reads them, in any order and more than once",
    arguments: [
      "", "a.flac b.flac", "music --volume 30", "--volume 10 a --volume=20 b",
      "--plain --start --pick all a", "-o a=1 --driver-option b=2 a", "--no-remote --remote",
      "--no-awake --format json a --announce songs", "20m a.flac", "\u{2013} \u{E9}", "=",
    ])
  func lists(_ line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(plain(meditate.Meditate.self, arguments) == parsed(meditate.Meditate.self, arguments))
  }

  @Test(
    "are nothing else: the parser reads those, or says what is wrong",
    arguments: [
      "--help", "-h", "--version", "--", "-- a", "--force --output a.wav", "--vol 30", "--volume",
      "--volume --plain", "--device= a", "--files-from - --start", "--volume 101",
      "--volume 101 --volume 10", "--volume=", "--plain=yes",
      "-oa=1", "-o=a=1", "-o a", "--nothing", "-", "--pick 3-1", "--no-plain", "--files-from -",
      "a.flac sit", "help", "a help", "--generate-completion-script", "--experimental-dump-help",
    ])
  func refused(_ line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(plain(meditate.Meditate.self, arguments) == nil)
  }

  @Test("have no option that the command lacks")
  func foreign() {
    #expect(plain(AgainCommand.self, ["--pick", "1"]) == nil)
    #expect(plain(AgainCommand.self, ["a.flac"]) == nil)
    #expect(plain(SitCommand.self, ["--until", "make"]) == nil)
    #expect(plain(TourCommand.self, ["--output", "a.wav"]) == nil)
    #expect(
      PlainArguments.settingNames(of: meditate.Meditate.self)
        == Set(Settings.table.rows.map(\.name)))
  }
}
