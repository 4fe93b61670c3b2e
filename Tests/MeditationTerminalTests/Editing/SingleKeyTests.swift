import MeditationCore
import MeditationLanguage
import Testing

@testable import MeditationTerminal

@Suite("Single keys") struct SingleKeyTests {
  @Test(
    "have their commands",
    arguments: [
      (.space, .action(.toggle)), (.left, .action(.seek(.by(.seconds(-10))))),
      (.right, .action(.seek(.by(.seconds(10))))), (.plus, .action(.volume(.offset(5)))),
      (.minus, .action(.volume(.offset(-5)))), (.greater, .action(.next)),
      (.less, .action(.previous)),
    ] as [(SingleKey, Command)])
  func command(key: SingleKey, command: Command) {
    #expect(key.command == command)
  }

  @Test("are known by the last byte of what terminals send", arguments: SingleKey.allCases)
  func lastByte(key: SingleKey) {
    for sequence in key.sequences {
      #expect(sequence.utf8.last.flatMap { SingleKey(lastByte: Int32($0)) } == key)
    }
  }

  @Test("no other byte is one", arguments: [-1, 0, 65, 255, 1 << 20] as [Int32])
  func stranger(byte: Int32) {
    #expect(SingleKey(lastByte: byte) == nil)
  }
}
