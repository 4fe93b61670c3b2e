/// A range of song numbers, or of rows: `3`, `3-5`, or `7-` for "to the end of the list".
///
/// Numbers start at 1. The list may not have them.
public struct NumberRange: Hashable, Sendable {
  /// The first number.
  public var first: Int
  /// The last number; `nil` is the end of the list.
  public var last: Int?

  /// Creates the range from `first` to `last`.
  public init(_ first: Int, through last: Int?) {
    self.first = first
    self.last = last
  }
}

extension NumberRange: CustomStringConvertible {
  /// The range as typed.
  public var description: String {
    guard let last else { return "\(first)-" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}
