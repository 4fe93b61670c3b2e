import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Songs that ffmpeg decodes, for the whole program.
@Suite("ffmpeg", .waiting, .needs("ffmpeg", "ffprobe"))
struct FFmpegTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Encodes `seconds` of a tone as `name`.
  private func encode(_ name: String, seconds: String = "1.2345", _ options: [String] = []) throws {
    try workspace.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=300:r=44100:d=\(seconds)", "-ac", "2"]
        + options + ["file:\(name)"])
  }

  /// The processes of ffmpeg that were started with the workspace as their home.
  private var children: [String] {
    let mark = Array("HOME=\(workspace.folder.string)".utf8)
    let names = (try? DirectoryEntry.names(in: "/proc")) ?? []
    return names.map { String(decoding: $0, as: UTF8.self) }.filter { name in
      let folder = FilePath("/proc").appending(name)
      guard let command = try? folder.appending("comm").read(), command.starts(with: "ff".utf8),
        let environment = try? folder.appending("environ").read()
      else { return false }
      return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
    }
  }

  @Test("a list with titles, artists and lengths, and a session to its end without a gap")
  func session() throws {
    let tags = ["-metadata", "title=Wave", "-metadata", "artist=Sea"]
    try encode("a.m4a", seconds: "1.2345", tags)
    try encode("b.m4a", seconds: "0.7", ["-c:a", "alac"])
    try encode("c.mka", seconds: "0.5", ["-c:a", "flac"])
    let listed = try workspace.meditate(".", typing: "list\nquit\n")
    #expect(
      listed.lines.prefix(4) == [
        "Pick meditation songs", "1: Wave by Sea, 0:01", "2: b, 0:01", "3: c, about 0:01",
      ])
    let outcome = try workspace.meditate(
      "--format", "json", "--output", "out.raw", "--start", "a.m4a", "b.m4a", "c.mka")
    #expect(outcome.said.contains(#""title":"Wave""#))
    // On a busy machine decoding may wait for ffmpeg; that is no fault of the songs.
    let faults = outcome.lines.filter { $0.contains(#""type":"fault""#) }
    #expect(faults.allSatisfy { $0.contains(#""kind":"stalled""#) }, "\(faults)")
    let frames = 54_441 + 30_870 + 22_050
    // 24 bits, as for all floating-point songs.
    #expect(try workspace.read("out.raw").count == frames * 6)
    #expect(Poll.until { children.isEmpty })
  }

  @Test("two songs join without a gap")
  func join() throws {
    try encode("whole.wav", seconds: "2")
    for (name, range) in [("a", "end_sample=31013"), ("b", "start_sample=31013")] {
      try workspace.run(
        "ffmpeg",
        ["-v", "error", "-i", "whole.wav", "-af", "atrim=\(range)", "-c:a", "alac", "\(name).m4a"])
    }
    try workspace.meditate("--output", "out.raw", "--start", "a.m4a", "b.m4a")
    try workspace.run("ffmpeg", ["-v", "error", "-i", "whole.wav", "-f", "s16le", "whole.raw"])
    #expect(try workspace.read("out.raw") == workspace.read("whole.raw"))
  }

  @Test("any name is played, and never taken for an option, a protocol or a pattern")
  func names() throws {
    try encode("song.m4a", ["-c:a", "alac"])
    let song = try workspace.read("song.m4a")
    try workspace.remove("song.m4a")
    let names = [
      "-i.m4a", "http:x.m4a", "concat:a|b.m4a", "%03d.m4a", "two\nlines.m4a", "pipe:0",
      "a'b\\c.m4a",
    ].map { Array($0.utf8) }
    let notUTF8: [UInt8] = Array("caf".utf8) + [0xE9, 0xFF] + Array(".m4a".utf8)
    let options = ["--output", "out.raw", "--force", "--start", "--"].map { Array($0.utf8) }
    for name in names + [notUTF8] {
      try workspace.write(workspace.place(bytes: name), song)
      let outcome = try workspace.start(bytes: options + [name]).finish(code: 0)
      let told = "\(String(decoding: name, as: UTF8.self)): \(outcome)"
      #expect(try workspace.read("out.raw").count == 54_441 * 4, "\(told)")
      try workspace.remove("out.raw")
    }
  }

  @Test("a list in disguise opens nothing")
  func disguises() throws {
    try encode("song.m4a")
    for text in [
      "#EXTM3U\n#EXTINF:1,\nsong.m4a\n", "ffconcat version 1.0\nfile song.m4a\n",
      "v=0\nm=audio 5004 RTP/AVP 0\n", "https://example.invalid/song.m4a\n",
    ] {
      try workspace.write("list.m4a", text)
      let outcome = try workspace.meditate("--output", "out.raw", "--start", "list.m4a", code: 2)
      #expect(
        outcome.warnings.last == "list.m4a: it is not a sound file of a supported format",
        "\(text)")
    }
  }

  @Test("without ffmpeg, the reason says what to install, now and not for ever")
  func missing() throws {
    try encode("a.m4a")
    try encode("film.mkv")
    try encode("clip.webm", ["-c:a", "libopus"])
    // Enough songs for the cache; a film that is named is recognised by its bytes.
    for number in 1...40 { try workspace.write("\(number).wav", WaveFile(seconds: 0.1).bytes) }
    func list(_ environment: [String: String]) throws -> Outcome {
      try workspace.meditate(
        ".", "film.mkv", typing: "skipped\nlist all\nquit\n", environment: environment)
    }
    for _ in 1...2 {
      let without = try list(workspace.environment(adding: ["PATH": "/nowhere"]))
      #expect(without.said.contains("a.m4a: MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'"))
      #expect(
        without.said.contains(
          "film.mkv: Matroska (.mkv) needs ffmpeg: install the package 'ffmpeg'"))
      #expect(
        without.said.contains("clip.webm: WebM (.webm) needs ffmpeg: install the package 'ffmpeg'"))
      #expect(without.lines.filter { $0.hasSuffix(": film, about 0:01") }.isEmpty)
      let with = try list(workspace.environment)
      #expect(!with.said.contains("needs ffmpeg"))
      #expect(with.lines.filter { $0.hasSuffix(": film, about 0:01") }.count >= 2)
    }
  }

  @Test("an MP4 that was cut off is refused; one without sound has none")
  func cutOff() throws {
    try encode("a.m4a")
    try workspace.run("cp", ["a.m4a", "whole.m4a"])
    let whole = try workspace.read("a.m4a")
    // The description of the sound is at its end.
    try workspace.write("a.m4a", whole.dropLast(whole.count / 2))
    try workspace.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "color=s=16x16:d=0.2", "-an", "mute.mp4"])
    let outcome = try workspace.meditate("--output", "out.raw", "a.m4a", "mute.mp4", code: 2)
    #expect(
      outcome.warnings.dropFirst() == [
        "a.m4a: the file is cut off", "mute.mp4: the file contains no sound",
      ])
  }

  @Test("an MP3 that begins with something else plays, and what is none does not", .needs("lame"))
  func strangeStart() throws {
    try encode("a.wav")
    try workspace.run("lame", ["--quiet", "a.wav", "a.mp3"])
    try workspace.write("b.mp3", [UInt8](repeating: 0, count: 700) + workspace.read("a.mp3"))
    try workspace.write("c.mp3", "This is a text, and not a song.\n")
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "b.mp3", "c.mp3")
    #expect(outcome.said.contains("1 playing: b"))
    #expect(try workspace.read("out.raw").count > 200_000)
    let none = try workspace.meditate("--output", "out.raw", "--force", "c.mp3", code: 2)
    #expect(
      none.warnings.last == "c.mp3: it is not a sound file of a supported format", "\(none)")
  }

  @Test("a crash of ffmpeg is a fault of its song, and the next one plays")
  func crash() throws {
    try encode("a.m4a", seconds: "20")
    try workspace.write("b.wav", WaveFile(seconds: 1).bytes)
    // A second of silence, as floats of two channels.
    try workspace.write("bin/ffmpeg", "#!/bin/sh\nhead -c 352800 /dev/zero\nkill -SEGV $$\n")
    try workspace.write("bin/ffprobe", "#!/bin/sh\nexit 1\n")
    try workspace.run(
      "chmod", ["755", workspace.place("bin/ffmpeg").string, workspace.place("bin/ffprobe").string])
    let path = workspace.place("bin").string + ":/usr/bin:/bin"
    let outcome = try workspace.meditate(
      "--format", "json", "--output", "out.wav", "--start", "a.m4a", "b.wav",
      environment: workspace.environment(adding: ["PATH": path]), code: 3)
    #expect(
      outcome.said.contains(
        #"{"kind":"song-failed","lost":null,"position":1,"reason":"ffmpeg crashed (signal 11)","song":1,"#
      ))
  }

  @Test("no process is left behind", arguments: ["quit", "kill"])
  func leftovers(way: String) throws {
    try encode("part.m4a", seconds: "10")
    for name in ["a.m4a", "b.m4a"] {
      // Ten minutes; to encode them would take longer than the test.
      let loop = ["-stream_loop", "59", "-i", "part.m4a", "-c", "copy", "-t", "600", name]
      try workspace.run("ffmpeg", ["-v", "error"] + loop)
    }
    let process = try workspace.start("--driver", "null", "--start", "a.m4a", "b.m4a")
    try process.wait(for: "playing: a")
    try process.type("pause\nnext\nplay\nback\nall\nstart\nseek 5:00\nseek 1:00\nstatus\n")
    try process.wait { $0.said.contains("1:00 of 10:00") || $0.said.contains("1:01 of 10:00") }
    if way == "kill" {
      process.signal(SIGKILL)
    } else {
      try process.type("quit\n")
    }
    process.endInput()
    try process.finish()
    #expect(Poll.until { children.isEmpty })
  }
}
