import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// `sets bundle` and `sets import`, with archives of other programs.
@Suite("A set carried to another machine", .waiting)
struct BundledSetTests {
  /// A home with the set "Evening" of two songs and a bell.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace(
      songs: ["Songs/a.wav": 2, "Songs/b.wav": 2, "Songs/gong.wav": 2])
    let saved = try workspace.meditate(
      "--driver", "null", "Songs/a.wav", "Songs/b.wav",
      typing: "all\nfor 20m, closing 1\nbell Songs/gong.wav\nsave Evening\n")
    #expect(saved.warned == "")
    return workspace
  }

  private func playlist(_ name: String, in workspace: Workspace) throws -> String {
    try workspace.text(".local/share/meditate/sets/\(name).m3u8")
  }

  @Test("another home gets its songs, its bell and its plan", .needs("unzip", "python3"))
  func carried() throws {
    let (here, there) = (try workspace(), try Workspace())
    try there.makeFolder("Music")
    let bundle = try here.meditate("sets", "bundle", "evening", "e.zip")
    #expect(bundle.said + bundle.warned == "")
    try here.run("unzip", ["-tq", "e.zip"])
    try here.run("python3", ["-m", "zipfile", "-t", "e.zip"])
    let again = try here.meditate("sets", "bundle", "evening", "e.zip", code: 73)
    #expect(again.warned == "e.zip exists already. Write another name, or delete it first.\n")
    try here.meditate("sets", "bundle", "evening", "e.zip", "--force")

    let path = here.place("e.zip").string
    let imported = try there.meditate("sets", "import", path)
    let folder = there.place("Music/Evening").string
    #expect(imported.warned == "")
    #expect(
      imported.said == "Imported 'Evening': 2 songs, 0:04, for 20m. Its files are in \(folder).\n")
    let text = try playlist("Evening", in: there)
    #expect(text.contains("bell \(folder)/sounds/gong.wav"))
    #expect(try there.read("Music/Evening/a.wav") == here.read("Songs/a.wav"))
    // At the prompt, and where everything of this name is there already.
    let typed = try there.meditate("--driver", "null", typing: "sets import \(path)\nsets\n")
    #expect(typed.said.contains("Imported 'Evening 2': 2 songs, 0:04, for 20:00."))
    #expect(try playlist("Evening", in: there) == text)
  }

  @Test(
    "archives of zip and Python are read if they store, and else refused", .needs("zip", "python3"))
  func others() throws {
    let workspace = try workspace()
    try workspace.makeFolder("Music")
    try workspace.meditate("sets", "export", "evening", "Songs/My evening.m3u8")
    try workspace.run("zip", ["-q", "-0", "-r", "stored.zip", "Songs"])
    let stored = try workspace.meditate("sets", "import", "stored.zip")
    #expect(stored.said.hasPrefix("Imported 'My evening': 2 songs, 0:04, for 20m."), "\(stored)")
    try workspace.run(
      "python3",
      [
        "-c",
        """
        import zipfile
        with zipfile.ZipFile('large.zip', 'w') as archive:
          for name in ['My evening.m3u8', 'a.wav', 'b.wav', 'gong.wav']:
            with archive.open('x/' + name, 'w', force_zip64=True) as file:
              file.write(open('Songs/' + name, 'rb').read())
        """,
      ])
    let large = try workspace.meditate("sets", "import", "large.zip")
    #expect(large.said.hasPrefix("Imported 'My evening 2': 2 songs, 0:04, for 20m."), "\(large)")

    try workspace.run("zip", ["-q", "-9", "-r", "small.zip", "Songs"])
    try workspace.run("ln", ["-s", "/etc/passwd", "Songs/c.wav"])
    try workspace.run("zip", ["-q", "-0", "-y", "-r", "linked.zip", "Songs"])
    try workspace.write("none.zip", "Not an archive.")
    for (name, reason) in [
      ("small", "is compressed; unpack it, and pack it again with 'zip -0 -r'."),
      ("linked", "'Songs/c.wav' in it is a link or a device, not a file."),
      ("none", "it is damaged, or not a ZIP archive."), ("gone", "the file does not exist."),
    ] {
      let refused = try workspace.meditate("sets", "import", "\(name).zip", code: 65)
      #expect(refused.said == "")
      #expect(refused.warned.hasPrefix("\(name).zip cannot be imported: "))
      #expect(refused.warned.hasSuffix("\(reason)\n"), "\(refused)")
    }
    #expect(try workspace.run("ls", ["Music"]).count { $0 == 0x0A } == 2)
    // Without a music folder.
    try workspace.run("mv", ["Music", "Other"])
    let beside = try workspace.meditate("sets", "import", "Other/../stored.zip")
    let folder = workspace.place("My evening 3").string
    #expect(beside.said.hasSuffix(" Its files are in \(folder).\n"), "\(beside)")
  }

  @Test("a signal ends it, and leaves nothing", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(number: Int32) throws {
    let workspace = try Workspace()
    // Takes no room on the disk, and longer to read than a signal takes.
    try workspace.run("truncate", ["-s", "20G", "long.wav"])
    try workspace.write("Long.m3u8", "long.wav\n")
    let process = try workspace.start("sets", "bundle", "./Long.m3u8", "long.zip")
    var unfinished: Bool {
      (try? DirectoryEntry.names(in: workspace.folder))?.contains(where: AtomicFile.isTemporary)
        ?? true
    }
    try process.wait { _ in unfinished }
    process.signal(number)
    let outcome = try process.finish(code: 128 + number)
    #expect(outcome.said + outcome.warned == "")
    #expect(!unfinished && !workspace.place("long.zip").isThere)
  }
}
