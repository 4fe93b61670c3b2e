import MeditationCore
import Text

/// Parses volumes: `80`, `80%`, `+5`, `-5`.
enum VolumeParser {
  static func parse(_ word: Substring) throws(CommandError) -> Action.VolumeChange {
    var digits = word.utf8
    if digits.last == UInt8(ascii: "%") { digits.removeLast() }
    let sign = digits.first
    let isOffset = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    if isOffset { digits.removeFirst() }
    guard let percent = Digits.value(digits) else { throw .notAVolume(Echo(word)) }
    guard percent <= 100 else { throw .volumeOutOfRange(Echo(word)) }
    guard isOffset else { return .level(percent) }
    return .offset(sign == UInt8(ascii: "-") ? -percent : percent)
  }
}

extension Action.VolumeChange {
  /// The change as typed.
  var spelled: String {
    switch self {
    case .level(let percent): "\(percent)"
    case .offset(let percent): (percent < 0 ? "" : "+") + "\(percent)"
    }
  }
}
