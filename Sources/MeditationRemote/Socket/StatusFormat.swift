import MeditationText

/// The format of `meditate status`: a text with fields for a session's state, or all of it as JSON.
package struct StatusFormat: Sendable {
  /// A field, written in braces: `{title}`.
  package enum Field: String, CaseIterable, Sendable {
    /// The song's title; in a silence or a part without music, the part's, `Silence` or `Settling`.
    case title
    case artist
    /// The session time; while settling, the time until it begins.
    case elapsed
    /// The time left in the session, and its length.
    case left, length
    /// How much of the session is over, 0 to 100.
    case percent
    /// `playing`, `paused`, `settling`, `picking` or `finished`.
    case state
    /// The title of the part of the plan, or its number.
    case part
    /// The time until the next stroke of a bell.
    case bell
    /// In percent.
    case volume
  }

  private enum Piece: Sendable {
    case text(String)
    case field(Field)
    /// Quoted.
    case json(Field)
  }

  /// `nil` is the session's own message.
  private let pieces: [Piece]?

  /// Parses `format`. Letters in braces are a field; `{title:json}` quotes it for JSON, and there
  /// are no other forms. Everything else is text, even other braces. `json` alone is the session's
  /// `status` message.
  package init(parsing format: String) throws(LineError) {
    guard format != "json" else {
      pieces = nil
      return
    }
    // No regular expression: compiling one takes longer than the session's answer.
    var pieces: [Piece] = []
    let parts = format.split(separator: "{", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let name = part.prefix { $0.isASCII && $0.isLetter }
      var rest = part[name.endIndex...]
      let isJSON = rest.hasPrefix(":json}")
      if isJSON { rest = rest.dropFirst(":json".count) }
      let field = Field(rawValue: name.lowercased())
      if index > 0, let field, rest.first == ":", let end = rest.firstIndex(of: "}") {
        throw Self.unknown(field, form: rest[..<end])
      }
      guard index > 0, !name.isEmpty, rest.first == "}" else {
        pieces.append(.text(index > 0 ? "{\(part)" : "\(part)"))
        continue
      }
      guard let field else { throw Self.unknown(name) }
      pieces += [isJSON ? .json(field) : .field(field), .text(String(rest.dropFirst()))]
    }
    self.pieces = pieces
  }

  private static func unknown(_ name: Substring) -> LineError {
    let fields = Field.allCases.map { "{\($0.rawValue)}" }
    return .mistake(
      "there is no field \(QuotedInput("{\(name)}")). The fields are "
        + "\(fields.dropLast().joined(separator: ", ")) and \(fields.last ?? "").")
  }

  /// - Parameter form: Begins with the colon.
  private static func unknown(_ field: Field, form: Substring) -> LineError {
    let name = field.rawValue
    return .mistake(
      "there is no field \(QuotedInput("{\(name)\(form)}")). Write {\(name)}, or "
        + "{\(name):json} for a string of JSON.")
  }

  /// The line about `client`'s session, trimmed; `nil` without an answer. Blocks a second at most.
  package func text(asking client: SessionClient) -> String? {
    let session = RunningSession(asking: client)
    return pieces == nil ? session.message : session.status.map(text)
  }

  /// Unknown fields are empty.
  func text(of status: RunningSession.Status) -> String {
    let line = (pieces ?? []).map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): CleanText.clean(Self.value(of: field, in: status) ?? "")
      case .json(let field): JSONText.quoted(Self.value(of: field, in: status) ?? "")
      }
    }
    return String(Words.trimmed(line.joined()[...]))
  }

  private static func value(of field: Field, in status: RunningSession.Status) -> String? {
    let isListening = status.phase == "listening"
    let isSettling = isListening && status.elapsed < 0
    let time = RunningSession.timeText
    guard isListening || field == .state || field == .volume else {
      return field == .elapsed && status.phase == "finished" ? time(status.elapsed) : nil
    }
    switch field {
    case .title:
      let song = sounds(status) ? status.title : nil
      return song ?? (isSettling ? "Settling" : part(in: status) ?? "Silence")
    case .artist: return sounds(status) ? status.artist : nil
    case .elapsed: return RunningSession.time(status.elapsed).signedTimeText
    case .left: return status.left.map(time)
    case .length: return length(of: status).map(time)
    case .percent:
      guard let length = length(of: status), length > 0 else { return nil }
      return "\(Int(min(max(status.elapsed / length, 0), 1) * 100))"
    case .state:
      guard isListening else { return status.phase }
      return status.transport != "playing" ? "paused" : isSettling ? "settling" : "playing"
    case .part: return part(in: status)
    case .bell: return status.nextBell.map(time)
    case .volume: return status.volume.map { "\($0)" }
    }
  }

  private static func sounds(_ status: RunningSession.Status) -> Bool { status.music != "waiting" }

  /// The title of the current part, or its number; `nil` if the plan has only one, without a title.
  private static func part(in status: RunningSession.Status) -> String? {
    guard let parts = status.plan?.parts, let number = status.part,
      parts.indices.contains(number - 1)
    else { return nil }
    let title = parts[number - 1].title
    return title.isEmpty ? (parts.count > 1 ? "\(number)" : nil) : title
  }

  /// The length of the session in seconds, if that is known.
  private static func length(of status: RunningSession.Status) -> Double? {
    status.plan?.length ?? status.left.map { status.elapsed + $0 }
  }
}
