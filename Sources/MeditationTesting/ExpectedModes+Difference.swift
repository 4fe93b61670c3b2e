import MeditationCore

extension ExpectedModes {
  /// Longer differences are cut.
  private static let longest = 20

  /// The songs whose modes are not the expected ones, a line each; `nil` if there is none.
  func difference(after step: @autoclosure () -> String) -> String? {
    let wrong = concerned.filter { $0.mode != expected($0) }.map {
      "\($0.index + 1) \($0.title): \($0.mode), expected \(expected($0))"
    }
    let lines =
      mistakes + wrong.prefix(Self.longest)
      + (wrong.count > Self.longest ? ["… and \(wrong.count - Self.longest) more"] : [])
    guard !lines.isEmpty else { return nil }
    return (["The modes after \(step()) are not as expected:"] + lines).joined(separator: "\n  ")
  }
}
