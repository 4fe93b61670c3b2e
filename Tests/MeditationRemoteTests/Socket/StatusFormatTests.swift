import Foundation
import MeditationText
import Testing

@testable import MeditationRemote

@Suite("The line of 'meditate status'") struct StatusFormatTests {
  /// A status, with `members` in place of those of a song that plays.
  private static func status(_ members: [String: Any] = [:]) throws -> RunningSession.Status {
    let song: [String: Any] = [
      "phase": "listening", "transport": "playing", "elapsed": 308.4, "left": 891.6,
      "picked": ["songs": 1], "title": "Rain", "artist": "The Sea", "part": 1, "nextBell": 291.6,
      "plan": ["length": 1200, "parts": [["title": ""]]], "volume": 60,
    ]
    let data = try JSONSerialization.data(withJSONObject: song.merging(members) { $1 })
    return try JSONDecoder().decode(RunningSession.Status.self, from: data)
  }

  private static let everything =
    "{state}|{title}|{artist}|{elapsed}|{left}|{length}|{percent}|{part}|{bell}|{volume}"

  private let silence: [String: Any] = ["title": NSNull(), "artist": NSNull()]
  private let parts: [String: Any] = [
    "length": 2100, "parts": [["title": "Sit"], ["title": ""]],
  ]

  @Test("a song that plays")
  func song() throws {
    let line = try StatusFormat(parsing: Self.everything).text(of: Self.status())
    #expect(line == "playing|Rain|The Sea|5:08|14:52|20:00|25||4:52|60")
  }

  @Test("a silence has the title of its part, or its number")
  func silentPart() throws {
    let line = try StatusFormat(parsing: "{title}, {part}")
    #expect(line.text(of: try Self.status(silence)) == "Silence,")
    let first = silence.merging(["plan": parts]) { $1 }
    #expect(line.text(of: try Self.status(first)) == "Sit, Sit")
    #expect(line.text(of: try Self.status(first.merging(["part": 2]) { $1 })) == "2, 2")
    #expect(line.text(of: try Self.status(first.merging(["part": 9]) { $1 })) == "Silence,")
  }

  @Test("while settling, the time until the session begins")
  func settling() throws {
    let members = silence.merging(["elapsed": -9.2, "left": 1209.2]) { $1 }
    let line = try StatusFormat(parsing: "{state} {title} {elapsed} {left} {percent}")
    #expect(line.text(of: try Self.status(members)) == "settling Settling -0:09 20:09 0")
    let last = members.merging(["elapsed": -0.4, "left": 1200.4]) { $1 }
    #expect(line.text(of: try Self.status(last)) == "settling Settling 0:00 20:00 0")
  }

  @Test("unless listening, there is no title and no time left")
  func notListening() throws {
    let line = try StatusFormat(parsing: Self.everything)
    let finished = try Self.status(["phase": "finished", "transport": "paused"])
    #expect(line.text(of: finished) == "finished|||5:08||||||60")
    let picking = try Self.status(["phase": "picking", "transport": "paused", "elapsed": 0])
    #expect(line.text(of: picking) == "picking|||||||||60")
    #expect(try StatusFormat(parsing: "{left} {title}").text(of: picking) == "")
  }

  @Test("numbers of any size, and members that are missing")
  func foreign() throws {
    let numbers: [String: Any] = [
      "elapsed": 1e300, "left": -1e300, "nextBell": 1e300, "plan": ["length": 1e-300, "parts": []],
    ]
    let line = try StatusFormat(parsing: "{left} {percent} {part} {title}")
    #expect(line.text(of: try Self.status(numbers)) == "0:00 100  Rain")
    let old: [String: Any] = [
      "part": NSNull(), "plan": NSNull(), "nextBell": NSNull(), "left": NSNull(),
      "title": "a\u{1B}[31mb",
    ]
    #expect(line.text(of: try Self.status(old)) == "ab")
  }

  @Test("braces that are no field are text; fields ignore case")
  func braces() throws {
    let line = try StatusFormat(parsing: #"{"text": "{Left}"} {} {{title}} {1} {"#)
    #expect(line.text(of: try Self.status()) == #"{"text": "14:52"} {} {Rain} {1} {"#)
  }

  @Test("a field as JSON is a string in quotation marks, also if nothing is known of it")
  func json() throws {
    let line = try StatusFormat(parsing: "{title:json} {part:json} {text:left} {:json}")
    let members = ["title": "a \"b\" \\ \u{85}c"]
    #expect(
      line.text(of: try Self.status(members)) == #""a \"b\" \\ \u0085c" "" {text:left} {:json}"#)
  }

  @Test(
    "a field in a form that there is not names those there are",
    arguments: [
      ("{left} {title:JSON}", "{title:JSON}", "title"), ("{State:x}", "{state:x}", "state"),
      ("{volume:}", "{volume:}", "volume"),
    ])
  func unknownForm(format: String, shown: String, name: String) {
    let error = #expect(throws: LineError.self) {
      try StatusFormat(parsing: format)
    }
    #expect(
      error?.description
        == "there is no field '\(shown)'. Write {\(name)}, or {\(name):json} for a string of JSON.")
  }

  @Test("an unknown field lists those there are")
  func unknown() {
    let error = #expect(throws: LineError.self) {
      try StatusFormat(parsing: "{left} {titel}")
    }
    #expect(
      error?.description == "there is no field '{titel}'. The fields are {title}, {artist}, "
        + "{elapsed}, {left}, {length}, {percent}, {state}, {part}, {bell} and {volume}.")
  }
}
