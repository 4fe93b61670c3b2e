import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// The volume of the last time.
@Suite("The remembered volume", .waiting)
struct VolumeMemoryTests {
  private static let file = ".local/state/meditate/volume"

  @Test("the latest volume is kept in a private file")
  func keep() throws {
    let workspace = try Workspace()
    let path = workspace.place("state/meditate/volume")
    let memory = VolumeMemory(path: path)
    #expect(memory.level == nil)
    for percent in [100, 3, 120, -1, 45] { memory.remember(percent) }
    #expect(memory.level == 45)
    memory.flush()
    #expect(try path.read() == Array("45\n".utf8))
    #expect(try path.stat().rawValue.st_mode & 0o777 == 0o600)
    #expect(try path.removingLastComponent().stat().rawValue.st_mode & 0o777 == 0o700)
    #expect(VolumeMemory(path: path).level == 45)
    #expect(try workspace.run("ls", ["-A", "state/meditate"]) == Array("volume\n".utf8))
  }

  @Test(
    "anything we did not write is ignored",
    arguments: [
      "", "45", "101\n", "-5\n", "4.5\n", "45\n\n", "\u{1B}[2J\n", "\n", "0x20\n", " 45\n",
      "000000000000000000000045\n", "99999999999999999999\n",
    ])
  func hostile(text: String) throws {
    let workspace = try Workspace()
    try workspace.write("volume", text)
    #expect(VolumeMemory(path: workspace.place("volume")).level == nil)
  }

  @Test("a folder, a pipe and a device are no memory, and a link is replaced")
  func otherFiles() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("folder")
    try workspace.run("mkfifo", ["pipe"])
    try workspace.write("mine", "mine\n")
    try workspace.run("ln", ["-s", "mine", "link"])
    for name in ["folder", "pipe", "link", "mine/volume"] {
      let memory = VolumeMemory(path: workspace.place(name))
      #expect(memory.level == nil)
      memory.remember(20)
      memory.flush()
    }
    #expect(try workspace.read("mine") == Array("mine\n".utf8))
    #expect(VolumeMemory(path: workspace.place("link")).level == 20)
  }

  @Test("a start takes it, unless an option, a variable or the settings file gives another")
  func starts() throws {
    let workspace = try workspace(remembering: "35\n")
    #expect(try volume(workspace) == "Volume 35%")
    #expect(try volume(workspace, "--volume", "60") == "Volume 60%")
    #expect(try volume(workspace, adding: ["MEDITATE_VOLUME": "70"]) == "Volume 70%")
    try workspace.write(".config/meditate/config", "volume = 80\n")
    #expect(try volume(workspace) == "Volume 80%")
    #expect(try volume(workspace, adding: ["MEDITATE_VOLUME": "70"]) == "Volume 70%")
    #expect(
      try volume(workspace, "--volume", "60", adding: ["MEDITATE_VOLUME": "70"]) == "Volume 60%")
    #expect(try volume(self.workspace(remembering: "banana\n")) == "Volume 100%")
  }

  @Test("the beginning of a session reminds of it, unless it is full or was typed")
  func reminder() throws {
    func reminders(_ text: String, _ options: String...) throws -> [String] {
      let words = ["sit", "0.2s", "--driver", "null", "--plan", "off"] + options
      return try workspace(remembering: text).meditate(words).lines.filter {
        $0.hasPrefix("Volume")
      }
    }
    #expect(try reminders("0\n") == ["Volume 0%; 'volume 100' is full."])
    #expect(try reminders("100\n") == [])
    #expect(try reminders("35\n", "--volume", "20") == [])
  }

  @Test("the prompt sets it, and sound in a file and scripts neither change it nor depend on it")
  func elsewhere() throws {
    let workspace = try workspace(remembering: "20\n")
    try workspace.meditate("--driver", "null", "A.wav", typing: "volume 30\nvolume 35\n")
    #expect(try workspace.read(Self.file) == Array("35\n".utf8))
    try workspace.write("a.meditate", "song \"One\" 0:05\nexpect volume 100\n")
    try workspace.meditate("script", "a.meditate")
    try workspace.meditate("--start", "--output", "out.raw", "A.wav")
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 1).sound)
    try workspace.meditate("--start", "--output", "o.raw", "--volume", "70", "A.wav")
    #expect(try workspace.read(Self.file) == Array("35\n".utf8))
  }

  private func workspace(remembering text: String) throws -> Workspace {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write(Self.file, text)
    return workspace
  }

  private func volume(
    _ workspace: Workspace, _ arguments: String..., adding variables: [String: String] = [:]
  ) throws -> String? {
    try workspace.meditate(
      ["--driver", "null", "A.wav"] + arguments, typing: "volume\n",
      environment: workspace.environment(adding: variables)
    ).lines.last
  }
}
