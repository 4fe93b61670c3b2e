import MeditationControl
import MeditationScreens
import Testing

@testable import MeditationTerminal

@Suite("Colour") struct ColorsTests {
  struct Row: Sendable {
    var option = ColorOption.auto
    var environment: [String: String] = [:]
    var onTerminal: Bool
    var elsewhere: Bool
  }

  @Test(
    "by option, then environment, then place",
    arguments: [
      Row(onTerminal: true, elsewhere: false),
      Row(option: .always, onTerminal: true, elsewhere: true),
      Row(option: .never, onTerminal: false, elsewhere: false),
      Row(option: .always, environment: ["NO_COLOR": "1"], onTerminal: true, elsewhere: true),
      Row(
        option: .never, environment: ["CLICOLOR_FORCE": "1"], onTerminal: false, elsewhere: false),
      Row(environment: ["NO_COLOR": "1"], onTerminal: false, elsewhere: false),
      Row(environment: ["NO_COLOR": "0"], onTerminal: false, elsewhere: false),
      Row(environment: ["NO_COLOR": ""], onTerminal: true, elsewhere: false),
      Row(environment: ["CLICOLOR_FORCE": "1"], onTerminal: true, elsewhere: true),
      Row(environment: ["CLICOLOR_FORCE": "0"], onTerminal: true, elsewhere: false),
      Row(
        environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], onTerminal: false,
        elsewhere: false),
      Row(environment: ["CLICOLOR": "0"], onTerminal: false, elsewhere: false),
      Row(environment: ["TERM": "dumb"], onTerminal: false, elsewhere: false),
    ])
  func usesColor(row: Row) {
    let uses = { (isTerminal: Bool) in
      row.option.usesColor(environment: row.environment, isTerminal: isTerminal)
    }
    #expect(uses(true) == row.onTerminal)
    #expect(uses(false) == row.elsewhere)
  }

  @Test("paint stays within the sixteen colours, and ends what it begins")
  func paint() {
    let styles: [RowStyle] = [.heading, .current, .picked, .muted, .warning]
    let painted = styles.map { Paint(isOn: true)("x", as: $0) }
    #expect(
      painted == ["1", "1;32", "32", "2", "31"].map { "\u{1B}[\($0)mx\u{1B}[0m" })
    #expect(Paint(isOn: true)("x", as: .plain) == "x")
    #expect(styles.allSatisfy { Paint(isOn: false)("x", as: $0) == "x" })
  }
}
