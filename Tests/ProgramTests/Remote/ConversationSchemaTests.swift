import Foundation
import Remote
import Testing

@Suite("The schema of conversations")
struct ConversationSchemaTests {
  @Test("has every reason for which a conversation ends")
  func reasons() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples/JSON/events.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any]
    let closed = (schema?["$defs"] as? [String: Any])?["closed"] as? [String: Any]
    let reason = (closed?["properties"] as? [String: Any])?["reason"] as? [String: Any]
    #expect(reason?["enum"] as? [String] == ConversationEnd.allCases.map(\.word))
  }
}
