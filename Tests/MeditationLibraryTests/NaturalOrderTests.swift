import Testing

@testable import MeditationLibrary

struct NaturalOrderTests {
  static let orders: [[String]] = [
    ["2.flac", "10.flac"],
    ["01 a.flac", "2 b.flac", "03 c.flac", "10 d.flac"],
    ["CD1", "CD2", "CD10"],
    ["a", "B", "c"],
    ["Song.flac", "Song 2.flac", "Song 10.flac"],
    ["Song.flac", "Song.mp3", "Song 2.flac"],
    ["1-2", "1-10", "2-1"],
    ["Ekman", "Élan", "Emil"],
    ["Ekman", "E\u{301}lan", "Emil"],
    ["ære", "af", "straße", "strasz"],
    ["9", "99", "100", "a"],
    ["1.flac", "01.flac2", "a"],
    ["7", "18446744073709551615", "18446744073709551616", "99999999999999999999"],
    ["Zebra", "Ωmega", "あ"],
  ]

  @Test("names in the order of a person", arguments: orders)
  func order(names: [String]) {
    let sorted = names.reversed().sorted {
      NaturalOrder(Array($0.utf8)) < NaturalOrder(Array($1.utf8))
    }
    #expect(sorted == names)
  }

  @Test("names that differ have one order, names that do not have none")
  func totality() {
    let upper = NaturalOrder(Array("A.flac".utf8))
    let lower = NaturalOrder(Array("a.flac".utf8))
    #expect(upper < lower && !(lower < upper))
    #expect(!(upper < upper))
  }

  @Test("bytes that are no text, and numbers without end")
  func oddNames() {
    let names: [[UInt8]] = [
      [], [0xFF], [0xFF, 0x31], [0x2E], Array(repeating: 0x39, count: 5_000),
    ]
    let sorted = names.sorted { NaturalOrder($0) < NaturalOrder($1) }
    #expect(Set(sorted) == Set(names))
  }
}
