import Foundation
import Remote

/// Asks a running session for its state.
struct SessionQuery {
  /// What the messages `status` and `list` say.
  struct Status: Decodable {
    struct Picked: Decodable { let songs: Int }

    let phase: String
    let transport: String
    let song: Int?
    let elapsed: Double
    let left: Double?
    let picked: Picked
    /// The current song's; `nil` in silence. Not in `status`.
    var title: String?

    var state: PageLine.Session.State {
      PageLine.Session.State(
        phase: phase, transport: transport, title: title, elapsed: Self.duration(elapsed),
        left: left.map(Self.duration), picked: picked.songs)
    }

    /// Another program can send any number.
    private static func duration(_ seconds: Double) -> Duration {
      .seconds(min(max(-1e9, seconds), 1e9))
    }
  }

  private struct List: Decodable {
    struct Song: Decodable { let title: String }

    let songs: [Song]
  }

  /// A list of sessions has to appear although one of them is stopped.
  private static let patience = Duration.seconds(1)

  let session: SessionClient

  init(_ session: SessionClient) { self.session = session }

  /// The state. Blocks until the session answers.
  func status() throws -> Status {
    try session.send(ConversationOpening(id: nil, form: .json, isWatching: false).line, "status")
    var status: Status = try next("status")
    if let song = status.song {
      try session.send("list \(song)")
      let list: List = try next("list")
      status.title = list.songs.first?.title
    }
    return status
  }

  /// The next message of this type.
  private func next<Message: Decodable>(_ type: String) throws -> Message {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let line = try session.nextLine(by: deadline)
      if RemoteMessage(line)?.type == type {
        return try JSONDecoder().decode(Message.self, from: Data(line))
      }
    }
  }
}
