import Foundation
import MeditationTestSupport
import Testing

/// The journal as `meditate journal --format json` prints it, as far as tests read it.
struct JournalObject: Decodable {
  struct SitObject: Decodable {
    var began: String
    /// In seconds.
    var sat: Double
    var end: String?
    var heard: [String]
    var note: String
    var set: String?
  }

  var sits: [SitObject]
}

extension Workspace {
  /// The journal's file in the home of the workspace.
  static let journal = ".local/share/meditate/journal.sqlite"

  /// Two songs of two minutes, `A.wav` and `B.wav`.
  func writeSongs() throws {
    for name in ["A", "B"] { try write("\(name).wav", WaveFile(seconds: 120).bytes) }
  }

  /// Starts a session of 20 minutes with these songs, and waits until it plays.
  ///
  /// - Parameter variables: Added to the environment.
  func startSit(
    _ options: String..., variables: [String: String] = [:]
  ) throws -> RunningProcess {
    let words = ["--driver", "null", "--for", "20m"] + options + ["A.wav", "B.wav"]
    let process = try start(words, environment: environment(adding: variables))
    try process.type("all\nstart\n")
    try process.wait(for: "playing: A")
    return process
  }

  /// The sits in the journal, the latest first, as another program reads them.
  func sits() throws -> [JournalObject.SitObject] {
    let outcome = try meditate("journal", "--format", "json")
    #expect(outcome.warned == "")
    return try Self.sits(in: outcome)
  }

  /// The sits that `meditate journal --format json` printed.
  static func sits(in outcome: Outcome) throws -> [JournalObject.SitObject] {
    try JSONDecoder().decode(JournalObject.self, from: Data(outcome.output)).sits
  }

  /// Waits until the journal satisfies `condition`.
  func waitForSits(_ condition: ([JournalObject.SitObject]) -> Bool) throws {
    var seen: [JournalObject.SitObject] = []
    let isTrue = try Poll.until {
      seen = try sits()
      return condition(seen)
    }
    try #require(isTrue, "the journal has \(seen)")
  }

  /// Imports our own table of `rows`, without the line of the columns, oldest first.
  func importSits(_ rows: [String]) throws {
    let columns = "Started,Planned,Sat,End,Set,Plan,Songs,Note"
    try write("sits.csv", ([columns] + rows).map { $0 + "\n" }.joined())
    try meditate("journal", "import", "sits.csv")
  }
}
