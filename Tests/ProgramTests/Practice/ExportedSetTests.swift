import Foundation
import SystemPackage
import TestSupport
import Testing

/// Sets as files.
@Suite("A set as a playlist", .waiting)
struct ExportedSetTests {
  private static let name = ".local/share/meditate/sets/Evening.m3u8"

  /// A home with the set "Evening", whose songs have names that other players could misread.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.makeFolder("Music")
    for name in ["A, b", "#1 Ä"] {
      try workspace.write("Music/\(name).wav", WaveFile(seconds: 2).bytes)
    }
    _ = try workspace.meditate(
      "--driver", "null", "Music", typing: "all\nfor 20m, bells every 5m, closing 3\nsave Evening\n"
    )
    return workspace
  }

  @Test("mpv plays each song of it", .needs("mpv"))
  func mpv() throws {
    let workspace = try workspace()
    let export = try workspace.meditate("sets", "export", "evening", "Music/e.m3u8")
    #expect(export.ending == .exit(0) && export.warned == "")
    try workspace.run("mv", ["Music", "Moved"])
    let log = try workspace.run(
      "mpv",
      [
        "--no-config", "--ao=null", "--untimed", "--end=0.1", "--msg-level=all=error,cplayer=info",
        "Moved/e.m3u8",
      ])
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
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
    #expect(saved.ending == .exit(0) && saved.warned == "")
    _ = try workspace.meditate("sets", "export", "night", "Music/n.m3u8")
    let text = String(decoding: try workspace.read("Music/n.m3u8"), as: UTF8.self)
    #expect(text.contains("bell \"my gong.wav\"\n"), "\(text)")
    try workspace.run("mv", ["Music", "Moved"])
    let moved = workspace.place("Moved/my gong.wav").string
    for lines in ["load Moved/n.m3u8\nplan\n", "load Moved/n.m3u8\nsave Night 2\n"] {
      let outcome = try workspace.meditate(
        "--driver", "null", "Moved/#1 Ä.wav", typing: lines)
      #expect(outcome.warned == "")
      #expect(lines.contains("save") || outcome.said.contains(moved), "\(outcome)")
    }
    let second = try workspace.read(".local/share/meditate/sets/Night 2.m3u8")
    #expect(String(decoding: second, as: UTF8.self).contains("bell \"\(moved)\""))
    // The file stays relative when another part of its plan is changed.
    try workspace.write(".local/share/meditate/sets/g.wav", WaveFile(seconds: 1).bytes)
    try workspace.write(
      ".local/share/meditate/sets/Own.m3u8", "#MEDITATE: for 20m, bell g.wav\n")
    let edited = try workspace.meditate(
      "--driver", "null", "Moved/#1 Ä.wav", typing: "edit own\nclosing 3\nback\n")
    #expect(edited.warned == "")
    let own = try workspace.read(".local/share/meditate/sets/Own.m3u8")
    #expect(String(decoding: own, as: UTF8.self) == "#MEDITATE: for 20m, closing 3, bell g.wav\n")
  }

  @Test("an unchanged set keeps its bytes, also those that nobody of ours wrote")
  func unchanged() throws {
    let workspace = try workspace()
    let written = String(decoding: try workspace.read(Self.name), as: UTF8.self)
    let text =
      "\u{FEFF}" + written.replacing("\n#EXTINF", with: "\r\n# mine\n\n#EXTALB:x\n#EXTINF")
      + "gone.wav\nhttp://example.org/stream"
    try workspace.write(Self.name, text)
    for lines in [
      "edit Evening\nback\n", "edit evening\n2\n2\nback\n",
    ] {
      let outcome = try workspace.meditate("--driver", "null", "Music", typing: lines + "sets\n")
      #expect(outcome.ending == .exit(0))
      #expect(try workspace.read(Self.name) == Array(text.utf8), "\(lines)\n\(outcome)")
    }
  }
}
