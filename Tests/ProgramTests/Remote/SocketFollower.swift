import Foundation

/// A client of the control socket that sends lines without waiting for their answers, and knows the
/// state of the session from events alone.
final class SocketFollower {
  /// A session as a client shows it.
  struct View: Equatable {
    /// By the number of the song.
    var modes: [Int: String] = [:]
    var titles: [Int: String] = [:]
    var phase = ""
    var transport = ""
    var volume = 0
    var plan = ""

    mutating func take(_ status: SocketMessage.Status) {
      (phase, transport) = (status.phase, status.transport)
      (volume, plan) = (status.volume, status.plan.notation)
    }
  }

  private(set) var view = View()
  private let client: RawClient
  private var sentCount = 0
  private var answerCount = 0

  /// Reads `hello`.
  init(_ client: RawClient) throws {
    self.client = client
    while try follow() != "hello" {}
  }

  /// Sends a line, with its number as its id.
  ///
  /// - Returns: True if the session reads it in time.
  func send(_ line: String) -> Bool {
    sentCount += 1
    let bytes = Array("#\(sentCount) \(line)\n".utf8)
    return client.send(bytes) == bytes.count
  }

  /// Reads until the last line is answered.
  ///
  /// - Returns: The last message before the answer that has this type.
  @discardableResult func finish(_ wanted: String? = nil) throws -> String? {
    var found: String?
    while answerCount < sentCount {
      let line = try next()
      if try follow(line) == wanted { found = line }
    }
    return found
  }

  private func follow() throws -> String { try follow(try next()) }

  private func next() throws -> String {
    guard let line = client.line() else { throw Trouble.closed }
    return line
  }

  /// Changes the view by a message, or checks it against an answer.
  ///
  /// - Returns: The type of the message.
  private func follow(_ line: String) throws -> String {
    let decoder = JSONDecoder()
    let message = try decoder.decode(SocketMessage.self, from: Data(line.utf8))
    switch message.type {
    case "done", "refused":
      answerCount += 1
      guard message.id == "\(answerCount)" else { throw Trouble.outOfOrder(line) }
    case "hello":
      if let status = message.status { view.take(status) }
      take(try decoder.decode(SocketMessage.List.self, from: Data(line.utf8)))
    case "list": take(try decoder.decode(SocketMessage.List.self, from: Data(line.utf8)))
    case "status":
      var told = view
      told.take(try decoder.decode(SocketMessage.Status.self, from: Data(line.utf8)))
      guard told == view else { throw Trouble.disagrees(view, line) }
    case "mode": if let song = message.song, let mode = message.to { view.modes[song] = mode }
    case "phase": view.phase = message.to ?? ""
    case "transport": view.transport = message.to ?? ""
    case "volume": view.volume = message.percent ?? -1
    case "plan": view.plan = message.notation ?? ""
    case "closed", "bye": throw Trouble.ended(line)
    default: break
    }
    return message.type
  }

  private func take(_ list: SocketMessage.List) {
    for song in list.songs {
      (view.modes[song.number], view.titles[song.number]) = (song.mode, song.title)
    }
  }

  enum Trouble: Error {
    case closed
    case ended(String)
    case outOfOrder(String)
    /// Events said otherwise than the answer to `status`.
    case disagrees(View, String)
  }
}
