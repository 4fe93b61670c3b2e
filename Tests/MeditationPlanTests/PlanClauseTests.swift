import MeditationPlan
import Testing

@Suite("The list of clauses") struct PlanClauseTests {
  /// A change of each clause, to a value that no empty plan has.
  private static let changes: [PlanChange] = [
    .length(.open), .until(.midnight), .wholeSongs(true), .settling(.seconds(1)), .begin(.midnight),
    .opening(1),
    .bells([.every(.seconds(60))]), .closing(2), .bell(.gong), .bellVolume(50), .fade(.seconds(5)),
    .breath(.box), .breathVolume(50), .music(false), .under([Layer(.rain)]),
    .voices([Voice("talk.mp3")]), .voiceVolume(50), .guide(Guide("talk.txt")), .repeat(true),
    .crossfade(.seconds(4)), .volume(50), .level(.on),
  ]

  @Test("each property of a plan and of its parts is that of a clause")
  func properties() throws {
    var found: Set<String> = []
    for change in Self.changes {
      let changed =
        Self.differences(try Plan([change]), Plan())
        + Self.differences(try Plan([change]).parts[0], Part())
      // Strokes of a plan of one part are the session's.
      #expect(changed.filter { $0 != "parts" }.count == 1, "\(change)")
      found.formUnion(changed)
    }
    let strokes = try Plan([.then(.open, title: "Sit"), .opening(1), .closing(2)]).parts[0]
    found.formUnion(Self.differences(strokes, Part("Sit", .open)))
    let all =
      (Mirror(reflecting: Plan()).children.map(\.label)
      + Mirror(reflecting: Part()).children.map(\.label)).compactMap(\.self)
    #expect(Set(all).subtracting(found) == ["title", "lengthBeforeSkip"])
  }

  @Test("each clause is in the list, and one of its changes leads to it")
  func list() throws {
    let clauses = try Self.changes.map { change in
      ObjectIdentifier(type(of: try #require(change.edit)).clause)
    }
    #expect(clauses == PlanClauses.all.map { ObjectIdentifier($0) })
    #expect(try Plan(Self.changes).clauses == Self.changes)
  }

  /// The labels of the properties in which two values differ.
  private static func differences<Value>(_ one: Value, _ other: Value) -> [String] {
    zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children).compactMap {
      "\($0.value)" == "\($1.value)" ? nil : $0.label
    }
  }
}
