import Dispatch
import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// Writing the settings file on the disk.
@Suite("Writing the settings file", .waiting)
struct SettingsFileStoreTests {
  private let workspace: Workspace
  private let path: FilePath

  init() throws {
    workspace = try Workspace()
    path = workspace.place("config/config")
  }

  @Test("a new file and its folder are private")
  func new() throws {
    try set("40")
    #expect(try text() == "volume = 40\n")
    #expect(try mode(path) == 0o600)
    #expect(try mode(path.removingLastComponent()) == 0o700)
    #expect(try names() == ["config"])
  }

  @Test(
    "a symbolic link stays, and its target is written, and keeps its mode",
    arguments: [true, false])
  func link(isThere: Bool) throws {
    for folder in ["config", "dotfiles"] { try workspace.makeFolder(folder) }
    let target = workspace.place("dotfiles/meditate")
    if isThere { try target.write("plain = yes\n".utf8) }
    if isThere { #expect(target.withPlatformString { chmod($0, 0o640) } == 0) }
    try workspace.run("ln", ["-s", "../dotfiles/meditate", "config/hop"])
    try workspace.run("ln", ["-s", "hop", "config/config"])
    try set("40")
    #expect(try target.text() == (isThere ? "plain = yes\n" : "") + "volume = 40\n")
    #expect(try mode(target) == (isThere ? 0o640 : 0o600))
    #expect(try path.stat(followTargetSymlink: false).type == .symbolicLink)
    #expect(try names() == ["config", "hop"])
  }

  @Test("what does not change is not written")
  func unchanged() throws {
    try make("volume = 40 # mine\n")
    let before = try path.stat()
    try set("40")
    #expect(try path.stat().inode == before.inode)
    try SettingsFileStore(path: workspace.place("none/config")).change { $0.removing("volume") }
    #expect((try? workspace.place("none/config").stat()) == nil)
  }

  @Test("a change from elsewhere is kept; the second one refuses the write")
  func changedMeanwhile() throws {
    try make("volume = 30\n")
    var edits = 0
    try SettingsFileStore(path: path).change { file throws(SettingProblem) in
      edits += 1
      if edits == 1 { try? path.write(Array("volume = 30\nplain = yes\n".utf8)) }
      return try file.setting("volume", to: "40")
    }
    #expect(edits == 2)
    #expect(try text() == "volume = 40\nplain = yes\n")
    let reason = problem { file throws(SettingProblem) in
      edits += 1
      try? path.write(Array("volume = \(edits)\n".utf8))
      return try file.setting("volume", to: "50")
    }
    #expect(reason == "another program changes it at the same time")
    #expect(try text() == "volume = 4\n")
    #expect(try names() == ["config"])
  }

  @Test("what cannot be written is told in one line, and stays")
  func refusals() throws {
    let reasons: [(reason: String, make: () throws -> Void)] = [
      ("it is a folder, not a file", { try workspace.makeFolder("config/config") }),
      ("it is a pipe, not a file", { try workspace.run("mkfifo", [path.string]) }),
      (
        "its symbolic links form a loop",
        { try workspace.run("ln", ["-s", "config", path.string]) }
      ),
      (
        "it is larger than 1 MB",
        { try path.write([UInt8](repeating: 0x23, count: 2 << 20)) }
      ),
      (
        "it would be larger than 1 MB",
        { try path.write([UInt8](repeating: 0x23, count: 1 << 20)) }
      ),
      (
        "you do not have permission to write it",
        {
          try path.write(Array("plain = yes\n".utf8))
          try workspace.run("chmod", ["a-w", path.string])
        }
      ),
      (
        "it is a device, not a file", { try workspace.run("ln", ["-s", "/dev/null", path.string]) }
      ),
      (
        "the folder does not exist",
        { try workspace.run("ln", ["-s", "/nowhere/config", path.string]) }
      ),
    ]
    try workspace.makeFolder("config")
    for (reason, make) in reasons {
      try workspace.run("rm", ["-rf", path.string])
      try make()
      #expect(
        problem { file throws(SettingProblem) in try file.setting("volume", to: "4") } == reason)
      #expect(try names() == ["config"], "\(reason)")
    }
    try workspace.run("rm", ["-rf", path.removingLastComponent().string])
    try workspace.write("config", "")
    #expect(
      problem { file throws(SettingProblem) in try file.setting("volume", to: "4") }
        == "part of its path is not a folder")
  }

  @Test("of two programs that write at once, neither loses a setting of the other")
  func two() throws {
    try make("# mine\n")
    let store = SettingsFileStore(path: path)
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      for turn in 0..<25 {
        do {
          try store.change { file throws(SettingProblem) in
            try file.setting("writer-\(writer)", to: "\(turn)")
          }
        } catch { Issue.record("\(error)") }
      }
    }
    let lines = try text().split(separator: "\n").sorted()
    #expect(lines == ["# mine"] + (0..<4).map { "writer-\($0) = 24" })
    #expect(try names() == ["config"])
  }

  private func set(_ value: String) throws {
    try SettingsFileStore(path: path).change { file throws(SettingProblem) in
      try file.setting("volume", to: value)
    }
  }

  /// The reason for which a change is refused.
  private func problem(
    _ edit: (SettingsFile) throws(SettingProblem) -> SettingsFile
  ) -> String? {
    do throws(SettingProblem) {
      try SettingsFileStore(path: path).change(edit)
      return nil
    } catch {
      let start = "\(path.string) cannot be written: "
      return error.message.hasPrefix(start)
        ? String(error.message.dropFirst(start.count).dropLast()) : error.message
    }
  }

  private func make(_ text: String) throws { try workspace.write("config/config", text) }

  private func text() throws -> String { try path.text() }

  private func mode(_ path: FilePath) throws -> UInt32 {
    try path.stat().rawValue.st_mode & 0o7777
  }

  /// The files in the folder: no temporary one is left.
  private func names() throws -> [String] {
    try workspace.ask("ls", ["-A", "config"]).split(separator: "\n").map(String.init)
  }
}
