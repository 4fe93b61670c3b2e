public import MeditationPlan
import MeditationText

/// The file of a guide: a time and a sentence in each line, and the titles of parts.
///
///     0:30 Let the breath settle.
///     +1:00 Notice the hands.
///     at end -2:00 Slowly come back.
///     # Walk
///     0:10 One step, one breath.
///
/// A time counts from the beginning of the session, or of the part whose title is above; `+1:00` from
/// the line before. Empty lines are left out.
public enum GuideText {
  /// Why a text is not a guide.
  public struct Problem: Error, Equatable, Sendable {
    /// A clause, with the number of the line.
    public var reason: String

    /// Creates a problem.
    public init(reason: String) { self.reason = reason }
  }

  /// The most characters of a sentence.
  private static let longestLine = 500
  /// The most lines.
  private static let mostLines = 1_000

  /// The lines of `text`.
  public static func parse(_ text: String) throws(Problem) -> [Guide.Line] {
    var lines: [Guide.Line] = []
    var part: String?
    var last = Duration.zero
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      // A byte order mark is no text.
      let line = CleanText.clean(String(raw)).drop { $0 == " " || $0 == "\u{FEFF}" }
      guard let first = line.first else { continue }
      if first == "#" {
        (part, last) = (CleanText.clean(String(line.drop { $0 == "#" || $0 == " " })), .zero)
        continue
      }
      do throws(Problem) {
        let new = try parse(line, in: part, after: last)
        if new.origin == .beginning { last = new.time }
        lines.append(new)
      } catch {
        throw Problem(reason: "line \(index + 1): \(error.reason)")
      }
      if lines.count > mostLines { throw Problem(reason: "it has more than \(mostLines) lines") }
    }
    if lines.isEmpty {
      throw Problem(reason: "it has no line with a time, such as '0:30 Breathe.'")
    }
    return lines
  }

  private static func parse(
    _ line: Substring, in part: String?, after last: Duration
  ) throws(Problem) -> Guide.Line {
    var words = line.split(separator: " ")[...]
    let isAtEnd = words.prefix(2).map { $0.lowercased() } == ["at", "end"]
    if isAtEnd { words = words.dropFirst(2) }
    guard let word = words.popFirst() else { throw Problem(reason: "a time is missing") }
    let sign = word.first == "+" || word.first == "-" ? word.prefix(1) : ""
    guard let time = try? TimeText.parse(word.dropFirst(sign.count)), sign != "-" || isAtEnd,
      sign != "+" || !isAtEnd
    else {
      throw Problem(
        reason: "\(QuotedInput(word)) is not a time; write 0:30, +1:00 or 'at end -2:00'")
    }
    let text = words.joined(separator: " ")
    if text.isEmpty { throw Problem(reason: "the sentence is missing") }
    if text.count > longestLine {
      throw Problem(reason: "the sentence is longer than \(longestLine) characters")
    }
    return isAtEnd
      ? Guide.Line(text, at: .zero - time, from: .end, part: part)
      : Guide.Line(text, at: sign == "+" ? last + time : time, part: part)
  }
}
