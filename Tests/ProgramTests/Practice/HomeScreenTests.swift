import Foundation
import MeditationTestSupport
import Testing

/// `meditate` without a path, at a terminal.
@Suite("The home screen", .waiting, .needs("tmux"))
struct HomeScreenTests {
  private func workspace(music: String) throws -> Workspace {
    let workspace = try Workspace()
    for name in ["A", "B"] {
      try workspace.write("\(music)/\(name).wav", WaveFile(seconds: 120).bytes)
    }
    return workspace
  }

  @Test("where there is nothing yet, the music folder is listed", arguments: ["Music", "Klänge"])
  func new(music: String) throws {
    let workspace = try workspace(music: music)
    if music != "Music" {
      try workspace.write(".config/user-dirs.dirs", "XDG_MUSIC_DIR=\"$HOME/\(music)\"\n")
    }
    let terminal = try Terminal(in: workspace, ["--driver", "null"])
    try terminal.waitForPrompt()
    #expect(try terminal.screen.hasPrefix("Pick meditation songs\n[ ]  1  A  2:00\n"))
  }

  @Test("a set is a row; its number sits it, 'pick' opens the music and 'back' leads home")
  func ways() throws {
    let workspace = try workspace(music: "Music")
    try workspace.meditate(
      "--driver", "null", "Music/B.wav", typing: "all\nfor 10m\nsave Evening\n")
    try workspace.importSits(["2026-01-01T08:00:00Z,0:20:00,0:20:00,completed,evening,,,"])
    let terminal = try Terminal(in: workspace, ["--driver", "null"])
    try terminal.waitFor("home") { $0.hasPrefix("Meditation\n") && $0.hasSuffix("\n>") }
    #expect(try terminal.screen.contains("\n     1  Evening  1 song, 2:00, for 10m  sat 1 Jan"))
    try terminal.enter("1")
    try terminal.waitFor("▶ B")
    try terminal.ask("back")
    try terminal.waitFor("home again") {
      $0.contains("> back\nMeditation\n     1  Evening") && $0.contains("sat today")
    }
    try terminal.ask("pick")
    try terminal.waitFor("picker") {
      $0.contains("> pick\nPick meditation songs\n") && $0.contains("A  2:00")
    }
    try terminal.ask("back")
    try terminal.waitFor("home from the picker") {
      $0.components(separatedBy: "\nMeditation\n").count == 3
    }
    try terminal.press("C-d")
    try terminal.waitFor("ended with 0")
  }

  @Test("without a music folder, 'edit' opens the songs of the set")
  func editWithoutMusic() throws {
    let workspace = try workspace(music: "songs")
    try workspace.meditate(
      "--driver", "null", "songs", typing: "1\nfor 10m\nsave Evening\n")
    let terminal = try Terminal(in: workspace, ["--driver", "null"])
    try terminal.waitFor("home") { $0.hasPrefix("Meditation\n") && $0.hasSuffix("\n>") }
    try terminal.ask("edit evening")
    try terminal.waitFor("picker") {
      $0.contains("your music folder has no others.\nEdit 'Evening'\n[x]  1  A  2:00\n")
    }
    #expect(!(try terminal.screen.contains("Nothing playable")))
    try terminal.ask("for 20m")
    try terminal.ask("back")
    try terminal.waitFor("home again") {
      $0.contains("Saved 'Evening': 1 song, 2:00, for 20m.\nMeditation\n")
    }
    try terminal.press("C-d")
    try terminal.waitFor("ended with 0")
  }

  @Test("without music, home says so, and a length sits")
  func noMusic() throws {
    let workspace = try Workspace()
    let terminal = try Terminal(in: workspace, ["--driver", "null"])
    try terminal.waitFor("home") {
      $0.hasPrefix("No music was found. 'sit 20m' sits in silence, with bells.\n")
        && $0.contains("\nMeditation\n") && $0.hasSuffix("\n>")
    }
    try terminal.enter("20m")
    try terminal.waitFor("settling") { $0.contains("Settling for 0:10.") }
    try terminal.ask("back")
    try terminal.press("C-d")
    try terminal.waitFor("ended with 0")
    // A sit that was left while it settled is none.
    #expect(try workspace.sits().isEmpty)
  }

  @Test("what was picked and not played is there again as a set; what a pipe picked is not")
  func asYouLeftIt() throws {
    let workspace = try workspace(music: "Music")
    try workspace.meditate("--driver", "null", typing: "open\nall\nquit\n")
    #expect(!(try workspace.meditate("sets").said.contains("As you left it")))
    for pick in ["2", "1"] {
      let terminal = try Terminal(in: workspace, ["--driver", "null", "Music"])
      try terminal.ask(pick)
      try terminal.press("C-d")
      try terminal.waitFor("saved") { $0.contains("Saved 'As you left it': 1 song") }
    }
    let terminal = try Terminal(in: workspace, ["--driver", "null"])
    try terminal.waitForPrompt(after: "As you left it")
    try terminal.ask("load as you left it")
    try terminal.waitFor("the songs") { $0.contains("[x]  1  A ") }
    try terminal.enter("quit")
    try terminal.waitFor("ended with 0")
  }

  @Test("a plan in the settings does not take home away, and is the usual one there")
  func planSetting() throws {
    let workspace = try workspace(music: "Music")
    try workspace.meditate("--driver", "null", "Music/B.wav", typing: "all\nsave Evening\n")
    for turn in 1...2 {
      let terminal = try Terminal(in: workspace, ["--driver", "null"])
      try terminal.waitFor("home \(turn)") { $0.hasPrefix("Meditation\n") && $0.hasSuffix("\n>") }
      if turn == 1 { try terminal.ask("set plan opening 2, closing 2") }
      try terminal.ask("sit 20m")
      try terminal.ask("plan")
      try terminal.waitFor("plan") { $0.contains("Plan: for 20m, opening 2, closing 2") }
      try terminal.enter("quit")
      try terminal.waitFor("ended with 0")
    }
  }
}
