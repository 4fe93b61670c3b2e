import FoundationEssentials
public import Screens
import Text

/// A running session, as `meditate sessions` lists it.
public struct RunningSession: Sendable {
  /// What the messages `status` and `list` say.
  struct Status: Decodable, Sendable {
    struct Picked: Decodable { let songs: Int }

    let phase: String
    let transport: String
    let song: Int?
    /// In seconds. Another program can send any number.
    let elapsed: Double
    let left: Double?
    let picked: Picked
    /// The current song's; `nil` in silence. Not in `status`.
    var title: String?
  }

  private struct List: Decodable {
    struct Song: Decodable { let title: String }

    let songs: [Song]
  }

  let processID: Int32
  /// `nil` if the session does not answer.
  let status: Status?

  init(processID: Int32, status: Status?) {
    self.processID = processID
    self.status = status
  }

  /// Asks the session of `client` for its state. Blocks until it answers, for a second at most for
  /// each of two answers.
  public init(asking client: SessionClient) {
    self.init(processID: client.processID, status: try? Self.status(from: client))
  }

  private static func status(from client: SessionClient) throws -> Status {
    try client.send(ConversationOpening(id: nil, form: .json, isWatching: false).line, "status")
    var status: Status = try next("status", from: client)
    if let song = status.song {
      try client.send("list \(song)")
      let list: List = try next("list", from: client)
      status.title = list.songs.first?.title
    }
    return status
  }

  /// The next message of this type.
  private static func next<Message: Decodable>(
    _ type: String, from client: SessionClient
  ) throws -> Message {
    // A list of sessions has to appear although one of them is stopped.
    let deadline = ContinuousClock.now + .seconds(1)
    while true {
      let line = try client.nextLine(by: deadline)
      if SessionMessage(line)?.type == type {
        return try JSONDecoder().decode(Message.self, from: Data(line))
      }
    }
  }
}

/// The row of a running session: its process id, its state or song, and its time.
public struct SessionRow: Row {
  public let number: Int?
  public let marker: RowMarker
  public let state: String
  public let title: String
  public let detail: String
  public let style: RowStyle

  public init(_ session: RunningSession) {
    number = Int(session.processID)
    guard let status = session.status else {
      (marker, state, title, detail, style) = (.none, "", "does not answer", "", .muted)
      return
    }
    style = status.phase == "listening" ? .current : .plain
    switch status.phase {
    case "listening":
      let isPlaying = status.transport == "playing"
      marker = isPlaying ? .playing : .paused
      state = isPlaying ? "playing" : "paused"
      title =
        status.title.map { CleanText.clean($0) } ?? (status.elapsed < 0 ? "settling" : "silence")
      detail = [
        Self.text(ofSeconds: status.elapsed),
        status.left.map { "\(Self.text(ofSeconds: $0)) left" },
      ].compactMap(\.self).joined(separator: ", ")
    case "picking":
      (marker, state, detail) = (.none, "picking", "")
      title = "\(status.picked.songs) \(status.picked.songs == 1 ? "song" : "songs") picked"
    default:
      (marker, state, detail) = (.none, CleanText.clean(status.phase), "")
      title = "\(Self.text(ofSeconds: status.elapsed)) sat"
    }
  }

  /// A time that another program sent, which can be any number.
  private static func text(ofSeconds seconds: Double) -> String {
    // More than thirty years.
    Duration.seconds(min(max(0, seconds), 1e9)).timeText
  }
}

/// What `meditate sessions` prints.
public struct SessionsListing: Listing {
  public let heading = "Sessions"
  public let rows: [SessionRow]
  public let notes: [NoteRow]

  /// - Parameter sessions: The newest first.
  public init(_ sessions: [RunningSession]) {
    rows = sessions.map(SessionRow.init)
    let advice =
      rows.isEmpty
      ? "No session runs; 'meditate' or 'meditate sit 20m' starts one."
      : "'meditate do LINE' speaks to the newest; '--session PID' selects another."
    notes = [NoteRow(advice, as: .muted)]
  }
}
