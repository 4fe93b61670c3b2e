import Foundation
import MeditationTestSupport
import Testing

/// One session that is steered by keys, its socket, `meditate do` and playerctl at once.
@Suite("Steered from everywhere", .waiting, .needs("tmux", "dbus-daemon", "busctl", "playerctl"))
struct SteeringTests {
  /// Of the random commands.
  private static let seeds: [UInt64] = [13]
  /// The number of commands; `$STEERING` for longer runs.
  private static let count = getenv("STEERING").flatMap { Int(String(cString: $0)) } ?? 2000
  /// The commands that are under way at once: one of each other way, the rest by the sockets.
  private static let together = 43

  @Test("after random commands from all sides, all views agree", arguments: seeds)
  func views(seed: UInt64) throws {
    let session = try SharedSession()
    let followers = try (0..<3).map { _ in try session.connect() }
    let format = "{{status}} {{volume}} {{mpris:trackid}}"
    let announced = try session.follow(format, into: "announced")
    var random = SeededGenerator(seed: seed)
    for _ in stride(from: 0, to: Self.count, by: Self.together) {
      try steer(session, followers, &random)
    }

    // The terminal has performed its last key when it has answered a line that nobody else types.
    try session.terminal.enter("nonsense")
    try session.terminal.waitFor("No command 'nonsense'")
    // A session that is paused in a song has something to show everywhere.
    for line in ["pick all", "start", "1", "seek 5:00", "pause"] {
      #expect(followers[0].send(line))
    }
    try followers[0].finish()
    let status = try settledStatus(followers[0])
    #expect(try session.ask("status", "--format", "json").first == status)
    let state = try JSONDecoder().decode(SocketMessage.Status.self, from: Data(status.utf8))
    try checkFollowers(followers)
    let title = try #require(state.song.flatMap { followers[0].view.titles[$0] })
    try checkTerminal(session, state, title: title)
    try checkPlayer(session, state, title: title)

    let last = try session.playerctl("metadata", "--format", format)
    let isAnnounced = try Poll.until {
      try session.workspace.text("announced").trimmingEnd("\n").hasSuffix(last)
    }
    #expect(isAnnounced, "'\(last)' was not announced")
    announced.signal(SIGTERM)
    try session.terminal.enter("quit")
    try session.terminal.waitFor("ended with 0")
  }

  /// Sends commands in all ways at once, and waits until the sockets, `do` and playerctl are
  /// answered.
  private func steer(
    _ session: SharedSession, _ followers: [SocketFollower], _ random: inout SeededGenerator
  ) throws {
    let asked = try session.startDo([SteeringCommand.line(&random)])
    let pressed = try session.startPlayerctl(SteeringCommand.playerctl(&random))
    let send = { (count: Int, random: inout SeededGenerator) in
      for _ in 0..<count {
        let follower = followers.randomElement(using: &random)
        #expect(follower?.send(SteeringCommand.line(&random)) == true)
      }
    }
    send((Self.together - 3) / 2, &random)
    // A space on an empty line pauses or resumes.
    if Bool.random(using: &random) {
      try session.terminal.enter(SteeringCommand.line(&random))
    } else {
      try session.terminal.press("Space")
    }
    send((Self.together - 3) / 2, &random)
    for follower in followers { try follower.finish() }
    for process in [asked, pressed] {
      process.endInput()
      let outcome = try process.finish()
      #expect([.exit(0), .exit(1)].contains(outcome.ending), "\(outcome)")
    }
  }

  /// The `status` when the engine has told the position at which it paused.
  private func settledStatus(_ follower: SocketFollower) throws -> String {
    var status = ""
    var sameCount = 0
    // The engine may report its last position a tenth of a second after the pause.
    let isSettled = try Poll.until {
      let before = status
      #expect(follower.send("status"))
      status = try follower.finish("status") ?? ""
      sameCount = status == before ? sameCount + 1 : 0
      return sameCount == 5
    }
    try #require(isSettled, "the position changes while paused")
    return status
  }

  /// Checks what events have told against the list, and the followers against each other.
  private func checkFollowers(_ followers: [SocketFollower]) throws {
    for follower in followers {
      #expect(follower.send("status"))
      try follower.finish()
    }
    let views = followers.map(\.view)
    for follower in followers {
      #expect(follower.send("list all"))
      try follower.finish()
    }
    #expect(followers.map(\.view) == views)
    #expect(views.allSatisfy { $0 == views[0] }, "\(views)")
  }

  private func checkTerminal(
    _ session: SharedSession, _ state: SocketMessage.Status, title: String
  ) throws {
    let number = try #require(state.song)
    let text = try #require(try session.ask("status").first)
    try session.terminal.enter("status")
    // The row of the answer, and the row at the bottom.
    let row = "‖   \(number)  \(title)  5:00 / 10:00"
    let parts =
      ["‖ \(title) ", " 5:00 ", " 10:00 ", "volume \(state.volume)%"]
      + text.split(separator: ", ").filter { $0.hasPrefix("song ") }.map(String.init)
    try session.terminal.waitFor("\(row), \(parts)") { screen in
      let rows = screen.split(separator: "\n").map(String.init)
      guard let answer = rows.lastIndex(of: "> status"), answer + 3 < rows.count else {
        return false
      }
      return rows[answer + 1].contains(row)
        && parts.allSatisfy { part in part == "volume 100%" || rows[answer + 2].contains(part) }
        && rows[answer + 2].contains("  repeat") == state.isRepeating
        && rows[answer + 2].contains("  seed ") == (state.seed != nil)
    }
    #expect(text.hasPrefix("\(number) paused: \(title), 5:00 of 10:00"))
  }

  private func checkPlayer(
    _ session: SharedSession, _ state: SocketMessage.Status, title: String
  ) throws {
    #expect(try session.playerctl("status") == "Paused")
    #expect(try session.playerctl("metadata", "title") == title)
    #expect(try session.playerctl("metadata", "mpris:length") == "600000000")
    let volume = try #require(Double(try session.playerctl("volume")))
    #expect(Int((volume * 100).rounded()) == state.volume)
    let position = try #require(Double(try session.playerctl("position")))
    #expect(abs(position - (state.position ?? 0)) < 0.001)
    #expect(try session.playerctl("loop") == (state.isRepeating ? "Playlist" : "None"))
    #expect(try session.playerctl("shuffle") == (state.seed == nil ? "Off" : "On"))
  }
}
