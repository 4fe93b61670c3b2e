import Foundation
import MeditationTestSupport
import Testing

@testable import MeditationRemote

@Suite("The schema of conversations")
struct ConversationSchemaTests {
  @Test("has every reason for which a conversation ends")
  func reasons() throws {
    let text = Data(try Repository.path("Samples/JSON/events.schema.json").read())
    let schema = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let closed = (schema?["$defs"] as? [String: Any])?["closed"] as? [String: Any]
    let reason = (closed?["properties"] as? [String: Any])?["reason"] as? [String: Any]
    #expect(reason?["enum"] as? [String] == ConversationEnd.allCases.map(\.rawValue))
  }
}
