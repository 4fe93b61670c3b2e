import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate check`.
@Suite("Checking a set", .waiting)
struct CheckTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(songs: ["A.wav": 2, "B.wav": 2, "gong.wav": 1])
    try workspace.write("guide.txt", "0:10 Settle.\n1:00 Notice the hands.\n")
    let saved = try workspace.meditate(
      "--driver", "null", "A.wav", "B.wav",
      typing: "all\nfor 20m\nclosing 1 ./gong.wav\nunder ./B.wav\nguide ./guide.txt\n"
        + "save Evening\n")
    try #require(saved.said.contains("Saved 'Evening'"), "\(saved)")
  }

  private func check(
    _ words: String..., environment: [String: String]? = nil
  ) throws -> Outcome {
    try workspace.meditate(
      ["check", "evening", "--driver", "null"] + words, environment: environment, code: nil)
  }

  @Test(
    "all is well: one line each, then the plan", .needs("dbus-daemon", "busctl", "python3"))
  func ready() throws {
    let bus = try MessageBus(in: workspace)
    let logind = try BusService("org.freedesktop.login1", on: bus)
    let outcome = try check(
      environment: workspace.environment(adding: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.warned == "")
    let checks = outcome.lines.filter { $0.hasPrefix("ok: ") }
    let folder = workspace.folder.string
    #expect(
      Set(checks) == [
        "ok: song 1, A: whole, 0:02", "ok: song 2, B: whole, 0:02",
        "ok: bell '\(folder)/gong.wav': whole, 0:01",
        "ok: layer '\(folder)/B.wav': whole, 0:02",
        "ok: guide '\(folder)/guide.txt': 2 lines", "ok: sound: the driver 'null' opens",
        "ok: volume: 100%", "ok: awake: the machine can be kept awake",
      ])
    #expect(outcome.lines.contains { $0.contains("Notice the hands") || $0.contains("20:00") })
    #expect(outcome.lines.last == "Ready.")
    try logind.waitForCalls(2)
    #expect(logind.calls.last == "released")
  }

  @Test("each thing that is wrong is told, and the exit code is 1")
  func wrong() throws {
    try workspace.remove("A.wav")
    try workspace.write("B.wav", WaveFile(seconds: 2).bytes.prefix(20))
    try workspace.write("guide.txt", "no time\n")
    let outcome = try check("--volume", "0")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.warned == "")
    let failures = outcome.lines.filter { $0.hasPrefix("failed: ") }
    let starts = [
      "failed: song 1, A: \(workspace.folder.string)/A.wav: the file does not exist",
      "failed: song 2, B: \(workspace.folder.string)/B.wav: ", "failed: layer ",
      "failed: guide ", "failed: volume: 0%: nothing would be heard",
    ]
    #expect(failures.count == starts.count)
    for start in starts {
      #expect(failures.contains { $0.hasPrefix(start) }, "\(start) in \(failures)")
    }
    #expect(outcome.lines.last == "Not ready: 5 of 8 checks failed.")
  }

  @Test(
    "a song is whole, cut off or damaged, and a length that was guessed is known then",
    .needs("sox", "flac", "lame"))
  func songs() throws {
    try workspace.run(
      "sox", ["-R", "-n", "-r", "44100", "-b", "16", "whole.wav", "synth", "10", "pinknoise"])
    try workspace.run("flac", ["-s", "-f", "-o", "Whole.flac", "whole.wav"])
    try workspace.run("lame", ["--quiet", "-b", "128", "-t", "whole.wav", "Guess.mp3"])
    let bytes = try workspace.read("Whole.flac")
    try workspace.write("Cut.flac", bytes.prefix(bytes.count / 2))
    var hurt = bytes
    for place in [bytes.count * 3 / 10, bytes.count * 6 / 10] {
      for index in place..<(place + 6) { hurt[index] ^= 0x5A }
    }
    try workspace.write("Hurt.flac", hurt)
    for index in (bytes.count * 8 / 10)..<bytes.count { hurt[index] = 0 }
    try workspace.write("Rest.flac", hurt)
    try workspace.write("Text.wav", "This is no sound.\n")
    try workspace.write("Last.wav", workspace.read("whole.wav").dropLast(4))
    try workspace.write(
      "songs.m3u8",
      "Whole.flac\nGuess.mp3\nCut.flac\nHurt.flac\nRest.flac\nText.wav\nLast.wav\n")
    let outcome = try workspace.meditate("check", "./songs.m3u8", "--driver", "null", code: 1)
    let folder = workspace.folder.string
    #expect(
      outcome.lines.prefix(7) == [
        "ok: song 1, Whole: whole, 0:10",
        "ok: song 2, Guess: whole, 0:10",
        "failed: song 3, Cut: cut off at 0:05: 0:05 of it is missing",
        "failed: song 4, Hurt: damaged: 0.09 s at 0:03, 0.09 s at 0:06 could not be decoded; "
          + "its length is 0:10",
        "failed: song 5, Rest: damaged: 0.09 s at 0:03, 0.09 s at 0:06 could not be decoded; "
          + "damaged from 0:08 to its end",
        "failed: song 6, Text: \(folder)/Text.wav: it is not a sound file of a supported format",
        "failed: song 7, Last: cut off at 0:10: less than 0.01 s of it is missing",
      ])
  }

  @Test("a file without sound, and a range behind the end of its file, are told as a sit tells it")
  func nothing() throws {
    try workspace.write("None.wav", WaveFile().bytes)
    try workspace.write(
      "none.m3u8",
      "#MEDITATE: for 5m, closing 1 ./None.wav, under ./None.wav\nNone.wav\nB.wav/0:09-\n")
    let outcome = try workspace.meditate("check", "./none.m3u8", "--driver", "null", code: 1)
    let folder = workspace.folder.string
    #expect(
      outcome.lines.filter { $0.hasPrefix("failed: ") } == [
        "failed: song 1, None: \(folder)/None.wav: the file contains no sound",
        "failed: song 2, 0:09-: \(folder)/B.wav/0:09-: it begins behind the end of the file",
        "failed: bell '\(folder)/None.wav': the file contains no sound",
        "failed: layer '\(folder)/None.wav': the file contains no sound",
      ])
    #expect(outcome.lines.last == "Not ready: 4 of 7 checks failed.")
  }

  @Test("a bell that is silent is refused as a session refuses it")
  func silence() throws {
    let header = WaveFile(seconds: 1).bytes.prefix(44)
    try workspace.write("Silent.wav", header + [UInt8](repeating: 0, count: 88_200))
    try workspace.write("silent.m3u8", "#MEDITATE: for 5m, closing 1 ./Silent.wav\nB.wav\n")
    let outcome = try workspace.meditate("check", "./silent.m3u8", "--driver", "null", code: 1)
    #expect(
      outcome.lines.filter { $0.hasPrefix("failed: ") } == [
        "failed: bell '\(workspace.folder.string)/Silent.wav': the file is silent"
      ])
  }

  @Test("a device that does not open fails; 'awake = no', or a machine without logind, is a note")
  func device() throws {
    let outcome = try check("--driver", "pulse", "--no-awake")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.lines.contains { $0.hasPrefix("failed: sound: no device can be opened: ") })
    #expect(
      outcome.lines.contains("note: awake: the machine may idle, because 'awake' is 'no'"))
    #expect(outcome.lines.last == "Not ready: 1 of 8 checks failed.")
    let bare = try check()
    #expect(bare.ending == .exit(0))
    #expect(
      bare.lines.contains(
        "note: awake: the machine may idle: neither logind nor a screen saver answers"))
    #expect(bare.lines.last == "Ready.")
  }

  @Test("what will differ from the words of a plan is told by 'check', 'sets' and the sit alike")
  func notes() throws {
    try workspace.write(
      ".local/share/meditate/sets/Short.m3u8",
      "#EXTM3U\n#MEDITATE: closing 1; 0.2s Sit, closing roll; 0.1s Walk, opening 3, bells at 5m\n")
    let notes = [
      "The bells never come: Walk is 0:00 long.",
      "Walk is not opened: it ends too soon after the closing of Sit.",
    ]
    let roll = "The roll that closes Sit goes on for 0:15 in Walk."
    let checked = try workspace.meditate("check", "short", "--driver", "null")
    #expect(
      checked.lines.last == "Ready, but the sit will differ from its plan: see the notes.")
    let shown = try workspace.meditate("sets", "show", "short")
    try workspace.meditate("sets", "export", "short", "short.md")
    let form = try workspace.text("short.md")
    let sat = try workspace.meditate("sit", "short", "--driver", "null", typing: "quit\n")
    for note in notes {
      #expect(checked.lines.contains(note), "\(checked)")
      #expect(shown.lines.contains(note), "\(shown)")
      #expect(form.contains("- \(note)\n"), "\(form)")
      #expect((sat.lines + sat.warnings).contains(note), "\(sat)")
    }
    #expect(shown.lines.contains(roll), "\(shown)")
  }

  @Test("a playlist without songs is not ready, and a missing bell is named once, without detours")
  func playlists() throws {
    try workspace.write("empty.m3u8", "")
    try workspace.write("bell.m3u8", "#MEDITATE: for 5m, closing 1 ./none.wav\n")
    for (name, failure) in [
      ("empty", "songs: there are none, and the plan has no length"),
      ("bell", "bell '\(workspace.folder.string)/none.wav': the file does not exist"),
    ] {
      let outcome = try workspace.meditate("check", "./\(name).m3u8", "--driver", "null", code: 1)
      #expect(outcome.lines.contains("failed: \(failure)"), "\(outcome)")
    }
  }

  @Test("the plan of a list without lengths has those that were measured")
  func measured() throws {
    try workspace.write("plain.m3u8", "A.wav\nB.wav\n")
    try workspace.write("told.m3u8", "#EXTM3U\n#EXTINF:2,A\nA.wav\n#EXTINF:2,B\nB.wav\n")
    let plans = try ["plain", "told"].map { name in
      try workspace.meditate("check", "./\(name).m3u8", "--driver", "null").lines
    }
    #expect(plans[0] == plans[1])
  }

  @Test("64: there is no such set")
  func unknown() throws {
    let outcome = try workspace.meditate("check", "morning", code: 64)
    #expect(outcome.warned.hasPrefix("There is no set 'morning'."))
  }

  @Test("the chapters of a file are decoded by one process of ffmpeg", .needs("ffmpeg"))
  func chapters() throws {
    let chapters = (0..<8).map {
      "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0 * 3)\nEND=\($0 * 3 + 3)\ntitle=Chapter \($0)\n"
    }
    try workspace.write("chapters.txt", ";FFMETADATA1\n" + chapters.joined())
    try workspace.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=300:d=24", "-i", "chapters.txt"]
        + ["-map_metadata", "1", "talk.m4b"])
    _ = try workspace.meditate("--driver", "null", "talk.m4b", typing: "all\nsave Talk\n")
    for name in ["ffmpeg", "ffprobe"] {
      let script = "#!/bin/sh\necho \(name) >>started\nPATH=${PATH#*:} exec \(name) \"$@\"\n"
      try workspace.write("bin/\(name)", script)
      try workspace.run("chmod", ["755", workspace.place("bin/\(name)").string])
    }
    let path = "\(workspace.place("bin")):\(workspace.environment["PATH"] ?? "")"
    let variables = workspace.environment(adding: ["PATH": path])
    let outcome = try workspace.meditate(
      "check", "Talk", "--driver", "null", environment: variables)
    #expect(outcome.lines.count { $0.contains("whole, 0:03") } == 8, "\(outcome)")
    let started = try workspace.text("started").split(separator: "\n")
    #expect(started.count { $0 == "ffmpeg" } == 1)
  }
}
