import MeditationText

/// What only commands of the shell list, as one object on one line: UTF-8, with its line break.
package enum PageLine {
  /// A sound driver.
  package struct Driver: Sendable {
    let name: String
    let description: String
    let isDefault: Bool
    let failure: String?

    /// - Parameter failure: What is wrong with it; `nil` if it opens.
    package init(name: String, description: String, isDefault: Bool, failure: String?) {
      self.name = name
      self.description = description
      self.isDefault = isDefault
      self.failure = failure
    }
  }

  /// The line of `sessions`, the newest first.
  package static func bytes(of sessions: [RunningSession]) -> [UInt8] {
    JSONMessage.Sessions(sessions: sessions).bytes
  }

  /// The line of `drivers`, the best first.
  package static func bytes(of drivers: [Driver]) -> [UInt8] {
    JSONMessage.Drivers(drivers: drivers).bytes
  }
}

extension JSONMessage {
  /// What `meditate sessions` lists.
  struct Sessions: JSONLine {
    static let type = "sessions"
    let sessions: [RunningSession]

    func writeMembers(to json: inout JSONText) { json.add("sessions", sessions) }
  }

  /// What `meditate drivers` lists.
  struct Drivers: JSONLine {
    static let type = "drivers"
    let drivers: [PageLine.Driver]

    func writeMembers(to json: inout JSONText) { json.add("drivers", drivers) }
  }
}

extension RunningSession: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("elapsed", status.map { Self.time($0.elapsed) })
    json.add("left", status?.left.map(Self.time))
    json.add("phase", status?.phase)
    json.add("picked", status?.picked.songs)
    json.add("process", Int(processID))
    json.add("title", status?.title)
    json.add("transport", status?.transport)
  }
}

extension PageLine.Driver: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("default", isDefault)
    json.add("description", description)
    json.add("failure", failure)
    json.add("name", name)
  }
}
