public import SessionControl

/// What commands of the shell list, as one object on one line.
public enum PageLine {
  /// A running session.
  public struct Session: Sendable {
    /// What a session says of itself.
    public struct State: Sendable {
      let phase: String
      let transport: String
      let title: String?
      let elapsed: Duration
      let left: Duration?
      let picked: Int

      /// - Parameters:
      ///   - title: Of the current song; `nil` in silence, and unless listening.
      ///   - picked: The number of songs picked.
      public init(
        phase: String, transport: String, title: String?, elapsed: Duration, left: Duration?,
        picked: Int
      ) {
        self.phase = phase
        self.transport = transport
        self.title = title
        self.elapsed = elapsed
        self.left = left
        self.picked = picked
      }
    }

    let processID: Int
    /// `nil` if it does not answer.
    let state: State?

    public init(processID: Int, state: State?) {
      self.processID = processID
      self.state = state
    }
  }

  /// A sound driver.
  public struct Driver: Sendable {
    let name: String
    let description: String
    let isDefault: Bool
    let failure: String?

    /// - Parameter failure: What it does instead of opening; `nil` where it opens.
    public init(name: String, description: String, isDefault: Bool, failure: String?) {
      self.name = name
      self.description = description
      self.isDefault = isDefault
      self.failure = failure
    }
  }

  /// The line of `page` in UTF-8, with its line break, as `journal` answers it.
  @MainActor public static func bytes(of page: JournalPage) -> [UInt8] {
    line(.journal(JSONMessage.Journal(page)))
  }

  /// The line of `page`, as `sets` answers it.
  public static func bytes(of page: SetsPage) -> [UInt8] {
    line(.sets(JSONMessage.Sets(page: page)))
  }

  /// The line of `sessions`, the newest first.
  public static func bytes(of sessions: [Session]) -> [UInt8] {
    line(.sessions(JSONMessage.Sessions(sessions: sessions)))
  }

  /// The line of `drivers`, the best first.
  public static func bytes(of drivers: [Driver]) -> [UInt8] {
    line(.drivers(JSONMessage.Drivers(drivers: drivers)))
  }

  private static func line(_ message: JSONMessage) -> [UInt8] {
    var text = JSONText()
    text.add(message)
    return text.bytes
  }
}

extension JSONMessage {
  /// What `meditate sessions` lists.
  struct Sessions: JSONObject {
    let sessions: [PageLine.Session]

    func writeMembers(to json: inout JSONText) { json.add("sessions", sessions) }
  }

  /// What `meditate drivers` lists.
  struct Drivers: JSONObject {
    let drivers: [PageLine.Driver]

    func writeMembers(to json: inout JSONText) { json.add("drivers", drivers) }
  }
}

extension PageLine.Session: JSONObject {
  func writeMembers(to json: inout JSONText) {
    json.add("elapsed", state?.elapsed)
    json.add("left", state?.left)
    json.add("phase", state?.phase)
    json.add("picked", state?.picked)
    json.add("process", processID)
    json.add("title", state?.title)
    json.add("transport", state?.transport)
  }
}

extension PageLine.Driver: JSONObject {
  func writeMembers(to json: inout JSONText) {
    json.add("default", isDefault)
    json.add("description", description)
    json.add("failure", failure)
    json.add("name", name)
  }
}
