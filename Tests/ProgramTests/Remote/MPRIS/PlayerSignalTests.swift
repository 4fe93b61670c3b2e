import Foundation
import MeditationTestSupport
import Testing

/// Signals that the player sends without being asked.
@Suite("MPRIS signals", .waiting, .needs("dbus-daemon", "busctl"))
struct PlayerSignalTests {
  @Test("tell each change once, and each jump")
  func signals() throws {
    let scene = try PlayerScene()
    try scene.player.type("all", until: "2 songs picked")
    // Until the bus's thread has sent what came before.
    let isReady = try Poll.until {
      try scene.property("CanPlay") == "b true"
    }
    #expect(isReady)
    let monitor = try scene.bus.monitor()
    var seen = 0
    func news(after line: String, _ count: Int) throws -> [String] {
      try scene.player.type("\(line)\n")
      try monitor.wait { Self.signals(in: $0).count >= seen + count }
      let news = Self.signals(in: monitor).dropFirst(seen)
      seen += news.count
      return Array(news)
    }
    let begun = try news(after: "start", 2)
    #expect(
      begun == ["CanGoNext CanGoPrevious CanPause CanSeek Metadata PlaybackStatus", "Seeked 0"])
    #expect(try news(after: "pause", 1) == ["PlaybackStatus"])
    #expect(try news(after: "seek 1:00", 1) == ["Seeked 60000000"])
    #expect(try news(after: "volume 50", 1) == ["Volume"])
    #expect(try news(after: "repeat on", 1) == ["LoopStatus"])
    #expect(try news(after: "next", 2) == ["Metadata", "Seeked 0"])
    // Neither changes anything, so that only the last command is told.
    #expect(try news(after: "volume 50\npause\nplay", 1) == ["PlaybackStatus"])
    #expect(
      try news(after: "finish", 1) == [
        "CanGoNext CanGoPrevious CanPause CanSeek Metadata PlaybackStatus"
      ])
    #expect(try news(after: "back\nshuffle 3", 1) == ["Shuffle"])
  }

  /// The player's signals so far: the names of changed properties, or the position of a jump.
  private static func signals(in monitor: RunningProcess) -> [String] {
    monitor.said.split(separator: "\n").compactMap { line in
      let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let message, message["path"] as? String == PlayerScene.path,
        let payload = message["payload"] as? [String: Any], let data = payload["data"] as? [Any]
      else { return nil }
      if message["member"] as? String == "Seeked", let position = data.first as? Int {
        // It plays on until the bus's thread tells where it is.
        return "Seeked \(position < 100_000 ? 0 : position)"
      }
      guard data.count == 3, let changed = data[1] as? [String: Any] else { return nil }
      return changed.keys.sorted().joined(separator: " ")
    }
  }
}
