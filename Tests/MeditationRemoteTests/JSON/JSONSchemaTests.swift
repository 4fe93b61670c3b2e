import Foundation
import MeditationCore
import MeditationPractice
import Testing

@testable import MeditationRemote

@MainActor struct JSONSchemaTests {
  private static func everyLine() -> [String] {
    JSONScene.wholeSession() + JSONScene.all.flatMap { $0.played() } + helpOnAll() + [sessions()]
  }

  /// The line that `meditate sessions` prints for programs.
  private static func sessions() -> String {
    let status = RunningSession.Status(
      phase: "listening", transport: "playing", elapsed: 2.5, left: nil,
      picked: RunningSession.Status.Picked(songs: 2), title: "Waves")
    let line = JSONMessage.sessions([
      RunningSession(processID: 42, status: status), RunningSession(processID: 43, status: nil),
    ]).bytes
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  private static func helpOnAll() -> [String] {
    let stage = JSONStage()
    stage.beginQuietly()
    stage.type("help")
    return stage.lines
  }

  @Test(
    "every line that these tests bring about agrees with the schema",
    .enabled(if: SchemaValidator.isInstalled, Comment(rawValue: SchemaValidator.hint)))
  func everyLineAgrees() throws {
    let lines = Self.everyLine()
    let (status, said) = try SchemaValidator.check(lines)
    #expect(status == 0, "\(said)")
    #expect(said == "\(lines.count) lines conform to Meditation events, version 1.\n")
  }

  @Test(
    "a line that strays from the schema is named, with the reason",
    .enabled(if: SchemaValidator.isInstalled, Comment(rawValue: SchemaValidator.hint)),
    arguments: [
      (#"{"percent":101,"type":"volume"}"#, "$.percent: 101 is greater than the maximum of 100"),
      (#"{"percent":"80","type":"volume"}"#, "$.percent: '80' is not of type 'integer'"),
      (#"{"type":"volume"}"#, "$: 'percent' is a required property"),
      (
        #"{"percent":1,"type":"volume","unit":"%"}"#,
        "$: Additional properties are not allowed ('unit' was unexpected)"
      ),
      (
        #"{"from":"picked","song":1,"to":"chosen","type":"mode"}"#,
        "$.to: 'chosen' is not one of ['unpicked', 'picked', 'playable', 'playing', 'hidden']"
      ),
      (#"{"id":"a b","type":"done"}"#, "$.id: 'a b' does not match '^[A-Za-z0-9_-]{1,64}$'"),
      (
        #"{"kind":"no-device","lost":null,"position":null,"reason":null,"song":null,"type":"fault"}"#,
        "$"
      ),
      (#"{"type":"applause"}"#, "its type is not in the schema"),
      (#"{"seconds":1}"#, "its type is not in the schema"),
      (#"["done"]"#, "its type is not in the schema"),
      (#"{"code":NaN,"type":"bye"}"#, "NaN is not JSON"),
      (#"{"code":0,"code":1,"type":"bye"}"#, "duplicate key"),
      ("{\"text\":\"\u{2028}\"}", "the line contains a line separator"),
      ("> ", "Expecting value"), ("", "the line is empty"),
    ])
  func strayLine(line: String, reason: String) throws {
    let (status, said) = try SchemaValidator.check([#"{"type":"done"}"#, line])
    #expect(status == 1)
    #expect(said.hasPrefix("Line 2: \(reason)"), "\(said)")
  }

  @Test(
    "an empty stream is rejected",
    .enabled(if: SchemaValidator.isInstalled, Comment(rawValue: SchemaValidator.hint)))
  func noLine() throws {
    let (status, said) = try SchemaValidator.check([])
    #expect(status == 1)
    #expect(said == "No input.\n")
  }

  @Test("every line is what Foundation would write, with sorted keys")
  func everyLineIsJSON() throws {
    for line in Self.everyLine() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let written = try JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      #expect(line == String(decoding: written, as: UTF8.self))
    }
  }

  @Test("the schema has exactly the types and refusals of these tests")
  func coverage() throws {
    let objects = try Self.everyLine().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let schema = try SchemaValidator.schema()
    let choices = try #require(schema["oneOf"] as? [[String: String]])
    #expect(
      // The line about drivers is the program's own, and checked in its tests.
      Set(objects.compactMap { $0["type"] as? String } + ["drivers"])
        == Set(choices.compactMap { $0["$ref"]?.split(separator: "/").last.map(String.init) }))

    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let properties = try #require(definitions["refused"]?["properties"] as? [String: [String: Any]])
    let refusals = objects.filter { $0["type"] as? String == "refused" }
    let known = try #require(properties["reason"]?["enum"] as? [String])
    #expect(Set(refusals.compactMap { $0["reason"] as? String }) == Set(known))
  }

  @Test("the schema allows no other keys, and describes each key")
  func strictness() throws {
    let schema = try SchemaValidator.schema()
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    for (name, definition) in definitions {
      #expect(definition["additionalProperties"] as? Bool == false, "\(name)")
      #expect(definition["description"] is String, "\(name)")
      let properties = try #require(definition["properties"] as? [String: [String: Any]])
      let required = Set(try #require(definition["required"] as? [String]))
      #expect(required == Set(properties.keys).subtracting(["id"]), "\(name)")
      for (key, property) in properties {
        #expect(property["description"] is String, "\(name).\(key)")
      }
    }
    let hello = try #require(definitions["hello"]?["properties"] as? [String: [String: Any]])
    #expect(hello["schema"]?["const"] as? Int == JSONLinesView.schemaVersion)
  }
}
