import Foundation
import MeditationPractice
import MeditationTestSupport
import Testing

@testable import MeditationRemote

@Suite("The schema of conversations")
struct ConversationSchemaTests {
  @Test("has every reason for which a conversation ends")
  func reasons() throws {
    #expect(try Self.reasons(of: "closed") == ConversationEnd.allCases.map(\.rawValue))
  }

  @Test("has every reason for which a line is refused, as the table of the protocol has")
  func refusals() throws {
    // No line names a song itself.
    let words = Set(CommandRefusal.words).subtracting(["song-in-use", "not-in-list"])
    #expect(Set(try Self.reasons(of: "refused")) == words)
    let rows = try MarkdownFile("Documentation/Protocol.md").rows(under: "Answers")
    #expect(Set(rows.flatMap { $0[0].codeSpans }) == words)
  }

  private static func reasons(of message: String) throws -> [String] {
    let text = Data(try Repository.path("Samples/JSON/events.schema.json").read())
    let schema = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let body = (schema?["$defs"] as? [String: Any])?[message] as? [String: Any]
    let reason = (body?["properties"] as? [String: Any])?["reason"] as? [String: Any]
    return try #require(reason?["enum"] as? [String])
  }
}
