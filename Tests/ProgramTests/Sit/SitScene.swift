import Testing

/// A sit as a script, whose expectations hold.
struct SitScene: CustomTestStringConvertible {
  let testDescription: String
  let script: String

  init(_ description: String, _ script: String) {
    (testDescription, self.script) = (description, script)
  }

  /// Long ones, and those that are paused.
  static let long = [
    SitScene(
      "eight hours, open, with a bell every 10 minutes",
      """
      for open, settle 10s, opening 1, bells every 10m, closing 3
      start
      wait 10s
      wait 8h
      expect elapsed 8:00:00
      expect bells 49
      finish
      expect end stopped
      wait bell
      wait bell
      wait bell
      expect bells 52
      """),
    SitScene(
      "a bell every 7 s for a day",
      """
      for 24h, bells every 7s, closing 1
      start
      wait end-of-session
      expect end completed
      expect elapsed 24:00:00
      expect bells 12343
      """),
    SitScene(
      "two thousand times",
      """
      for 24h, closing 1, bells at \(times(2_000))
      start
      wait end-of-session
      expect bells 2001
      """),
    SitScene(
      "its length is shorter than its settling",
      """
      for 5s, settle 1m, opening 1, closing 1
      start
      wait 62s
      expect elapsed 0:02
      wait end-of-session
      expect elapsed 0:05
      expect bells 2
      """),
    SitScene(
      "a pause in the settling",
      """
      for 1m, settle 10s, opening 1
      start
      wait 4s
      pause
      wait 10m
      expect elapsed -0:06
      play
      wait 5s
      expect bells 0
      wait 1s
      expect elapsed 0
      expect bells 1
      """),
    SitScene(
      "a pause at the time of a bell",
      """
      for 1m, bells at 20s 21s
      start
      wait bell
      pause
      wait 10m
      expect elapsed 0:20
      expect bells 1
      play
      wait 1s
      expect bells 2
      """),
  ]

  /// `count` times, 43 s apart.
  private static func times(_ count: Int) -> String {
    (1...count).map { "\($0 * 43 / 60):\(String(100 + $0 * 43 % 60).dropFirst())" }
      .joined(separator: " ")
  }
}
