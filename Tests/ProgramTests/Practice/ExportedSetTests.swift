import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// Sets as files.
@Suite("A set as a playlist", .waiting)
struct ExportedSetTests {
  private static let name = ".local/share/meditate/sets/Evening.m3u8"

  /// A home with the set "Evening", whose songs have names that other players could misread.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace(songs: ["Music/A, b.wav": 2, "Music/#1 Ä.wav": 2])
    try workspace.meditate(
      "--driver", "null", "Music", typing: "all\nfor 20m, bells every 5m, closing 3\nsave Evening\n"
    )
    return workspace
  }

  @Test("mpv plays each song of it", .needs("mpv"))
  func mpv() throws {
    let workspace = try workspace()
    let export = try workspace.meditate("sets", "export", "evening", "Music/e.m3u8")
    #expect(export.warned == "")
    try workspace.run("mv", ["Music", "Moved"])
    let log = try workspace.ask(
      "mpv",
      [
        "--no-config", "--ao=null", "--untimed", "--end=0.1", "--msg-level=all=error,cplayer=info",
        "Moved/e.m3u8",
      ])
    let lines = log.split(separator: "\n")
    #expect(
      Set(lines.filter { $0.hasPrefix("Playing: ") }.map { $0.components(separatedBy: "/").last })
        == ["A, b.wav", "#1 Ä.wav"])
  }

  @Test("its bell is found beside it, from wherever it is sat, and moves with its songs")
  func bell() throws {
    let workspace = try workspace()
    try workspace.write("Music/my gong.wav", WaveFile(seconds: 1).bytes)
    let saved = try workspace.meditate(
      "--driver", "null", "Music/A, b.wav",
      typing: "1\nbell \"Music/my gong.wav\"\nclosing 1\nsave Night\n")
    #expect(saved.warned == "")
    try workspace.meditate("sets", "export", "night", "Music/n.m3u8")
    let text = try workspace.text("Music/n.m3u8")
    #expect(text.contains("bell \"my gong.wav\"\n"), "\(text)")
    try workspace.run("mv", ["Music", "Moved"])
    let moved = workspace.place("Moved/my gong.wav").string
    for lines in ["load Moved/n.m3u8\nplan\n", "load Moved/n.m3u8\nsave Night 2\n"] {
      let outcome = try workspace.meditate(
        "--driver", "null", "Moved/#1 Ä.wav", typing: lines)
      #expect(outcome.warned == "")
      #expect(lines.contains("save") || outcome.said.contains(moved), "\(outcome)")
    }
    let second = try workspace.text(".local/share/meditate/sets/Night 2.m3u8")
    #expect(second.contains("bell \"\(moved)\""))
    // The file stays relative when another part of its plan is changed.
    try workspace.write(".local/share/meditate/sets/g.wav", WaveFile(seconds: 1).bytes)
    try workspace.write(
      ".local/share/meditate/sets/Own.m3u8", "#MEDITATE: for 20m, bell g.wav\n")
    let edited = try workspace.meditate(
      "--driver", "null", "Moved/#1 Ä.wav", typing: "edit own\nclosing 3\nback\n")
    #expect(edited.warned == "")
    let own = try workspace.text(".local/share/meditate/sets/Own.m3u8")
    #expect(own == "#MEDITATE: for 20m, closing 3, bell g.wav\n")
  }

  @Test("its voice, layer and guide are beside it, too, and move with its songs")
  func voice() throws {
    let workspace = try workspace()
    try workspace.write("Music/v/Body Scan.wav", WaveFile(seconds: 3).bytes)
    try workspace.write("Music/v/rain.wav", WaveFile(seconds: 3).bytes)
    try workspace.write("Music/v/words.txt", "0:01 Breathe.\n")
    let plan =
      "for 20s, under Music/v/rain.wav 30, voice \"Music/v/Body Scan.wav\" at 5s, "
      + "guide Music/v/words.txt"
    let saved = try workspace.meditate(
      "--driver", "null", "Music/A, b.wav", typing: "1\n\(plan)\nsave Night\n")
    #expect(saved.warned == "", "\(saved)")
    try workspace.meditate("sets", "export", "night", "Music/n.m3u8")
    let text = try workspace.text("Music/n.m3u8")
    for part in ["under v/rain.wav 30", "voice \"v/Body Scan.wav\" at 5s", "guide v/words.txt"] {
      #expect(text.contains(part), "\(text)")
    }
    try workspace.run("mv", ["Music", "Moved"])
    let moved = try workspace.meditate(
      "--driver", "null", "Moved/#1 Ä.wav", typing: "load Moved/n.m3u8\nplan\n")
    #expect(moved.warned == "", "\(moved)")
    #expect(moved.said.contains(workspace.place("Moved/v/words.txt").string), "\(moved)")
  }

  @Test("a copy in the music folder finds its songs wherever that folder is")
  func musicFolder() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("Music/Lists/New")
    for name in ["Rain", "#1 Ä"] {
      try workspace.write("Music/Sea/\(name).wav", WaveFile(seconds: 2).bytes)
    }
    try workspace.write("Out.wav", WaveFile(seconds: 3).bytes)
    try workspace.meditate(
      "--driver", "null", "Music", "Out.wav", typing: "all\nfor 20m, closing 1\nsave Night\n")
    try workspace.meditate("sets", "export", "night", "Music/Lists/New/n.m3u8")
    #expect(
      try workspace.text("Music/Lists/New/n.m3u8") == """
        #EXTM3U
        #MEDITATE: for 20m, closing 1
        #EXTINF:2,#1 Ä
        ../../Sea/#1 Ä.wav
        #EXTINF:2,Rain
        ../../Sea/Rain.wav
        #EXTINF:3,Out
        \(workspace.place("Out.wav").string)

        """)
    try workspace.run("mv", ["Music", "Moved"])
    // The songs of the list are those of the set, not others beside them.
    let loaded = try workspace.meditate(
      "--driver", "null", "Moved/Sea", typing: "load Moved/Lists/New/n.m3u8\nlist all\n")
    #expect(loaded.warned == "")
    #expect(
      loaded.lines.suffix(3).map { String($0.prefix(9)) } == [
        "1 picked:", "2 picked:", "3 picked:",
      ])
  }

  @Test("a set with an empty plan is sat as it is, not by the usual plan")
  func emptyPlan() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.meditate("--driver", "null", "A.wav", typing: "all\nsave Plain\n")
    try workspace.meditate("sets", "export", "plain", "p.m3u8")
    let sat = try workspace.meditate("sit", "p.m3u8", "--driver", "null", typing: "plan\nfinish\n")
    #expect(sat.lines.contains("No plan: the session is its songs"), "\(sat)")
  }

  @Test("what has moved is found in the music folder by one command, and the rest is told")
  func moved() throws {
    let workspace = try workspace()
    try workspace.meditate("sets", "export", "evening", "e.m3u8")
    try workspace.makeFolder("Music/New")
    try workspace.run("mv", ["Music/A, b.wav", "Music/New/A, b.wav"])
    try workspace.run("rm", ["Music/#1 Ä.wav"])
    let sat = try workspace.meditate("sit", "e.m3u8", "--driver", "null", typing: "quit\n")
    let place = workspace.place("Music/New/A, b.wav").string
    #expect(sat.lines.contains("1 song of 'e' was found elsewhere: \(place)."), "\(sat)")
    #expect(
      sat.warnings == ["1 song of 'e' is missing: \(workspace.place("Music/#1 Ä.wav").string)."])
  }

  @Test("a set is printed as a form, which markup in its tags does not change")
  func form() throws {
    let workspace = try Workspace()
    try workspace.write(
      ".local/share/meditate/sets/A | *b*.m3u8",
      """
      #EXTM3U
      #MEDITATE: settle 10s; 5m "Sit | `x`", closing 2; 10m Walk
      #EXTINF:62,Ann | <b>Bo</b> - [Rain](http://x.org) #1\u{1B}[2J\u{202E}
      /gone.flac
      #EXTINF:-1,**Sea**
      /sea.flac

      """)
    let shown = try workspace.meditate("sets", "show", "1")
    #expect(shown.warned == "" && shown.controls == [])
    #expect(
      shown.lines.filter { !$0.contains("music") } == [
        "A | *b*", "Plan: settle 10s; 5m \"Sit | `x`\", closing 2; 10m Walk",
        "from 0:10 before the beginning: settling for 0:10", "0:00 to 5:00: Sit | `x`",
        "5:00 to 5:04: closing bell, 2 strokes", "5:00 to 15:00: Walk",
        "15:00: the session ends", "bell: bowl, volume 100%", "2 songs, 1:02 and more",
        "1: [Rain](http://x.org) #1 by Ann | <b>Bo</b>, 1:02", "2: **Sea**, unknown length",
      ])
    let json = try workspace.meditate("sets", "show", "1", "--format", "json")
    #expect(json.said.hasSuffix("\"type\":\"set\"}\n"), "\(json.said)")
    try workspace.meditate("sets", "export", "1", "f.md")
    let form = try workspace.text("f.md")
    #expect(form.hasPrefix("# A \\| \\*b\\*\n\n    settle 10s; 5m \"Sit | `x`\", closing 2"))
    #expect(form.contains("| **0:00–5:00** | **Sit \\| \\`x\\`** |\n"))
    #expect(
      form.hasSuffix(
        """
        | 1 | \\[Rain\\](http:\\//x.org) \\#1 | Ann \\| \\<b\\>Bo\\</b\\> | 1:02 |
        | 2 | \\*\\*Sea\\*\\* |  | –:–– |

        """), "\(form)")
  }

  @Test("an unchanged set keeps its bytes, also those that nobody of ours wrote")
  func unchanged() throws {
    let workspace = try workspace()
    let written = try workspace.text(Self.name)
    let text =
      "\u{FEFF}" + written.replacing("\n#EXTINF", with: "\r\n# mine\n\n#EXTALB:x\n#EXTINF")
      + "gone.wav\nhttp://example.org/stream"
    try workspace.write(Self.name, text)
    for lines in [
      "edit Evening\nback\n", "edit evening\n2\n2\nback\n",
    ] {
      let outcome = try workspace.meditate("--driver", "null", "Music", typing: lines + "sets\n")
      #expect(try workspace.read(Self.name) == Array(text.utf8), "\(lines)\n\(outcome)")
    }
  }
}
