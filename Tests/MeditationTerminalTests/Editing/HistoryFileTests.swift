import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationTerminal

@Suite("The history's file") @MainActor struct HistoryFileTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path.string }

  private func mode(_ path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("is private, and keeps lines from one session to the next")
  func keeps() throws {
    let environment = ["XDG_STATE_HOME": folder, "HOME": "/nonexistent"]
    for line in ["pick 1", "start"] { HistoryFile(environment: environment)?.append(line) }
    #expect(HistoryFile(environment: environment)?.load() == ["pick 1", "start"])
    #expect(mode(folder + "/meditate") == 0o700)
    #expect(mode(folder + "/meditate/history") == 0o600)
  }

  @Test("is where the specification puts it")
  func place() throws {
    HistoryFile(environment: ["HOME": folder, "XDG_STATE_HOME": "relative"])?.append("x")
    let path = folder + "/.local/state/meditate/history"
    #expect(HistoryFile(path: FilePath(path))?.load() == ["x"])
    #expect(HistoryFile(environment: [:]) == nil)
  }

  @Test("two programs at once lose nothing of each other")
  func two() throws {
    let one = try #require(HistoryFile(path: FilePath(folder + "/history")))
    let other = try #require(HistoryFile(path: FilePath(folder + "/history")))
    for number in 1...20 { (number.isMultiple(of: 2) ? one : other).append("\(number)") }
    #expect(one.load() == (1...20).map(String.init))
    other.append("21")
    #expect(one.load().last == "21")
  }

  @Test("keeps the newest thousand lines")
  func bounded() throws {
    let file = try #require(HistoryFile(path: FilePath(folder + "/history")))
    for number in 1...2500 { file.append("line \(number)") }
    let lines = try #require(HistoryFile(path: FilePath(folder + "/history"))?.load())
    #expect(lines.count == HistoryFile.limit)
    #expect(lines.last == "line 2500")
    #expect(HistoryFile(path: FilePath(folder + "/history"))?.load() == lines)
  }

  @Test("of a file that another program wrote, the last lines are read, and whole")
  func long() throws {
    let path = FilePath(folder + "/history")
    let file = try #require(HistoryFile(path: path))
    func write(_ count: Int, length: Int) throws {
      let lines = (0..<count).map { "\($0) " + String(repeating: "x", count: length) + "\n" }
      try Data(lines.joined().utf8).write(to: URL(filePath: path.string))
    }
    try write(1_001, length: 1)
    #expect(file.load().count == HistoryFile.limit)
    try write(150, length: 10_000)
    let lines = file.load()
    // As many as fit into a mebibyte.
    #expect(lines.count == 104)
    #expect(lines.first?.hasPrefix("46 ") == true)
    #expect(lines.allSatisfy { $0.hasSuffix("x") && $0.utf8.count > 10_000 })
  }

  @Test("a file that another program has locked is read, and stays as it is")
  func locked() throws {
    let path = FilePath(folder + "/history")
    let file = try #require(HistoryFile(path: path))
    let text = (0..<1_001).map { "\($0)\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: path.string))
    let other = try FileDescriptor.open(path, .readOnly)
    try other.closeAfter {
      #expect(flock(other.rawValue, LOCK_EX) == 0)
      #expect(file.load().count == HistoryFile.limit)
      #expect((try? String(contentsOfFile: path.string, encoding: .utf8)) == text)
    }
  }

  @Test("a line is one line, and bytes that are no text harm nothing")
  func strange() throws {
    let file = try #require(HistoryFile(path: FilePath(folder + "/history")))
    file.append("one\ntwo\r\nthree")
    #expect(file.load() == ["one two three"])
    let handle = try #require(FileHandle(forWritingAtPath: folder + "/history"))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data([0xFF, 0x00, 0x0A, 0x0A, 0x41]))
    #expect(file.load() == ["\u{FFFD}\0", "A"])
  }

  @Test("anything but a regular file is left alone")
  func noFile() throws {
    #expect(HistoryFile(path: "/dev/null") == nil)
    #expect(HistoryFile(path: "/proc/nowhere/history") == nil)
    _ = HistoryFile(path: FilePath(folder + "/file"))
    #expect(HistoryFile(path: FilePath(folder + "/file/history")) == nil)
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    #expect(HistoryFile(path: FilePath(folder + "/pipe")) == nil)
    #expect(symlink(folder + "/file", folder + "/link") == 0)
    #expect(HistoryFile(path: FilePath(folder + "/link")) == nil)
  }
}
