import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// A story as it is stored in `Screens`: what each scene adds to the screen, under its title.
///
/// Only the status and the prompt of earlier scenes are gone when the next one is looked at, so the
/// whole reads from top to bottom.
///
/// With `MEDITATION_RECORD=1` in the environment what is seen is stored, instead of compared: to be
/// read in the difference, before it is committed.
struct StoredStory {
  private let file: FilePath
  private let stored: [String: String]
  private var seen: [(title: String, text: String)] = []
  private var lines: [Substring] = []

  static let isRecorded = getenv("MEDITATION_RECORD") != nil

  init(_ name: String) throws {
    file = Repository.path("Tests/ProgramTests/Screens").appending("\(name).txt")
    let text = try Self.isRecorded ? "" : file.text()
    stored = Self.scenes(of: text)
  }

  /// The stored text of the scene with this title; empty if there is none.
  func scene(_ title: String) -> String { stored[title] ?? "" }

  /// Waits until what `screen` shows beyond the earlier scenes is what is stored under `title`.
  mutating func expect(
    _ title: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ screen: () throws -> String
  ) throws {
    var text = ""
    var all: [Substring] = []
    var looks = 0
    let isThere = try Poll.until {
      all = Self.masked(try screen()).split(separator: "\n", omittingEmptySubsequences: false)
      let known = zip(lines, all).prefix { $0 == $1 }.count
      let now = all.dropFirst(known).joined(separator: "\n")
      looks = now == text ? looks + 1 : 0
      text = now
      return Self.isRecorded ? looks == 20 : now == stored[title]
    }
    (lines, seen) = (all, seen + [(title, text)])
    #expect(isThere, "'\(title)' is now\n\(text)", sourceLocation: sourceLocation)
  }

  /// Stores what was seen, if that is asked for; else expects that no scene is left.
  func finish(sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard Self.isRecorded else {
      return #expect(Set(stored.keys) == Set(seen.map(\.title)), sourceLocation: sourceLocation)
    }
    let scenes = seen.map { "\(Self.mark)\($0.title)\n\($0.text)\n" }
    try file.write(scenes.joined(separator: "\n").utf8)
  }

  private static let mark = "=== "

  private static func scenes(of text: String) -> [String: String] {
    let scenes = text.split(separator: mark).map { scene in
      let title = scene.prefix { $0 != "\n" }
      let body = scene.dropFirst(title.count + 1)
      return (String(title), body.trimmingEnd("\n"))
    }
    return Dictionary(uniqueKeysWithValues: scenes)
  }

  /// The screen without what depends on the speed of the machine and on today: a time below ten
  /// seconds is `0:0_`; on the same line, the time left is `_:__` and the number of songs heard `_`.
  static func masked(_ screen: String) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.replacing(/oday [0-9]{2}:[0-9]{2}/, with: "oday __:__")
        .replacing(/^[0-9]+:[0-9]{2} left$/, with: "_:__ left")
      let masked = line.replacing(/\b0:0[0-9]\b/, with: "0:0_")
      guard masked != line else { return line }
      return masked.replacing(/[0-9:]+ left/, with: "_:__ left")
        .replacing(/[0-9]+ songs? heard/, with: "_ heard")
    }
    .joined(separator: "\n")
  }
}
