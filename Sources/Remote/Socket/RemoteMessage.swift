import Foundation

/// A message of a session, as far as the commands that steer it need it.
struct RemoteMessage: Decodable {
  /// Longer messages are never answers.
  private static let longestAnswer = 64 << 10

  let type: String
  var id: String?
  var text: String?
  var style: String?

  /// Decodes a line; `nil` if it is too long for an answer.
  init?(_ line: [UInt8]) {
    guard line.count <= Self.longestAnswer,
      let message = try? JSONDecoder().decode(Self.self, from: Data(line))
    else { return nil }
    self = message
  }

  /// Whether nothing follows.
  var isLast: Bool { type == "closed" || type == "bye" }
}
