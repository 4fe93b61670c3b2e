/// A run of song numbers as typed: `3`, `3-5`, or `7-` for "to the end of the list".
///
/// Numbers count from 1. Whether the list has such songs is for others to say.
public struct NumberRange: Equatable, Sendable {
  /// The first number.
  public var first: Int
  /// The last number; `nil` is the end of the list.
  public var last: Int?

  /// The numbers from `first` to `last`.
  public init(_ first: Int, through last: Int?) {
    self.first = first
    self.last = last
  }
}

extension NumberRange: CustomStringConvertible {
  /// The range as it is typed.
  public var description: String {
    guard let last else { return "\(first)-" }
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}
