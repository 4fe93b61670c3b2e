import FoundationEssentials
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// A running session, as `meditate sessions` lists it.
package struct RunningSession: Sendable {
  /// The message `status`, decoded. Times are in seconds, and not trustworthy.
  struct Status: Decodable, Sendable {
    struct Picked: Decodable { let songs: Int }

    struct Plan: Decodable {
      struct Part: Decodable { let title: String }

      let length: Double?
      let parts: [Part]
    }

    let phase: String
    let transport: String
    let elapsed: Double
    let left: Double?
    let picked: Picked
    /// The current song's; `nil` in silence.
    var title: String?
    var artist: String?
    /// The current part of the plan, from 1.
    var part: Int?
    var nextBell: Double?
    var plan: Plan?
    var volume: Int?
    /// `waiting` in a part without music; `nil` without a song.
    var music: String?
  }

  let processID: Int32
  /// `nil` if the session does not answer.
  let status: Status?
  /// The line of JSON that has the status.
  var message: String?
}

extension RunningSession {
  /// Asks the session of `client` for its state. Blocks until it answers, for a second at most.
  package init(asking client: SessionClient) {
    let answer = try? Self.status(from: client)
    self.init(processID: client.processID, status: answer?.status, message: answer?.message)
  }

  private static func status(
    from client: SessionClient
  ) throws -> (status: Status, message: String) {
    try client.send(ConversationOpening(id: nil, form: .json, isWatching: false).line, "status")
    // A list of sessions must appear even if one of them is stopped.
    let deadline = ContinuousClock.now + .seconds(1)
    while true {
      let line = try client.nextLine(by: deadline)
      if SessionMessage(line)?.type == "status" {
        let status = try JSONDecoder().decode(Status.self, from: Data(line))
        return (status, String(decoding: line, as: UTF8.self))
      }
    }
  }

  /// True while the process is stopped, as by SIGSTOP.
  ///
  /// Source: proc(5), `/proc/pid/stat`: the state follows the name, which is in parentheses.
  var isStopped: Bool {
    guard
      let bytes = try? BoundedFile(at: FilePath("/proc/\(processID)/stat"), limit: 4_096).bytes,
      let name = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return bytes[(name + 1)...].starts(with: " T".utf8)
  }

  /// A time sent by another program, which can be any number.
  static func time(_ seconds: Double) -> Duration {
    // More than thirty years.
    .seconds(min(max(-1e9, seconds), 1e9))
  }

  static func timeText(_ seconds: Double) -> String { time(seconds).timeText }
}

extension Row {
  /// Creates the row of a running session: its process id, its state or song, and its time.
  package init(_ session: RunningSession) {
    self.init("")
    number = Int(session.processID)
    guard let status = session.status else {
      (marker, state, detail, style) = (.none, "", "", .muted)
      title =
        session.isStopped
        ? "is stopped; 'kill -CONT \(session.processID)' resumes it" : "does not answer"
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
        RunningSession.time(status.elapsed).signedTimeText,
        status.left.map { "\(RunningSession.timeText($0)) left" },
      ].compactMap(\.self).joined(separator: ", ")
    case "picking":
      (marker, state, detail) = (.none, "picking", "")
      title = "\(counted(status.picked.songs, "song")) picked"
    default:
      (marker, state, detail) = (.none, CleanText.clean(status.phase), "")
      title = "\(RunningSession.timeText(status.elapsed)) sat"
    }
  }
}

extension Listing {
  /// The list that `meditate sessions` prints, the newest first.
  package init(_ sessions: [RunningSession]) {
    let advice =
      sessions.isEmpty
      ? "No session runs; 'meditate' or 'meditate sit 20m' starts one."
      : "'meditate do LINE' speaks to the newest; '--session PID' selects another."
    self.init(
      heading: "Sessions", rows: sessions.map { Row($0) }, notes: [Row(advice, as: .muted)])
  }
}

extension JSONMessage {
  /// The line of `meditate sessions` for programs, the newest first.
  package static func sessions(_ sessions: [RunningSession]) -> Self {
    Self("sessions", ["sessions": sessions])
  }
}

extension RunningSession: JSONRecord {
  package var members: [String: any JSONValue] {
    let elapsed: Duration? = status.map { Self.time($0.elapsed) }
    let left: Duration? = status?.left.map(Self.time)
    return [
      "elapsed": elapsed, "left": left, "phase": status?.phase, "picked": status?.picked.songs,
      "process": Int(processID), "title": status?.title, "transport": status?.transport,
    ]
  }
}
