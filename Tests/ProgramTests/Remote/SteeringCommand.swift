import MeditationTestSupport

/// Random commands that steer a session.
enum SteeringCommand {
  /// A line of the prompt. Most change what every client shows; some are refused, depending on what
  /// the others have done.
  static func line(_ random: inout SeededGenerator) -> String {
    let song = Int.random(in: 1...SharedSession.songCount, using: &random)
    let percent = Int.random(in: 0...100, using: &random)
    let lines = [
      "play", "pause", "toggle", "next", "previous", "\(song)", "start", "pick all",
      "pick \(song)", "unpick \(song)", "volume \(percent)", "volume +5", "volume -5",
      "seek \(percent)%", "seek +30", "seek -30", "repeat on", "repeat off", "shuffle \(song)",
      "sort title", "undo", "move \(song) to 1", "for 40m", "for +5m", "for songs",
      "bells every \(song)m", "bells off", "status", "list", "find s", "pick found",
      // These end a session, so they come seldom.
      percent < 25 ? "finish" : "play", percent < 25 ? "back" : "start",
    ]
    return lines.randomElement(using: &random) ?? ""
  }

  /// The arguments of playerctl.
  static func playerctl(_ random: inout SeededGenerator) -> [String] {
    let number = Int.random(in: 0...9, using: &random)
    let commands = [
      ["play"], ["pause"], ["play-pause"], ["next"], ["previous"], ["position", "\(number * 20)"],
      ["position", "\(number)+"], ["volume", "0.\(number)"], ["volume", "0.05-"],
      ["loop", "Playlist"], ["loop", "None"], ["shuffle", "Toggle"], ["metadata"],
      number < 3 ? ["stop"] : ["play"],
    ]
    return commands.randomElement(using: &random) ?? []
  }
}
