import MeditationCore
import MeditationLanguage

/// A key that can act without Enter.
///
/// The raw value is the last byte of its sequence; readline passes no other.
enum SingleKey: Character, CaseIterable, Sendable {
  case space = " "
  case left = "D"
  case right = "C"
  case plus = "+"
  case minus = "-"
  case greater = ">"
  case less = "<"

  /// The key's command; `nil` if it is part of a line.
  func command(lineIsEmpty: Bool, isListening: Bool) -> Command? {
    guard lineIsEmpty, isListening else { return nil }
    switch self {
    case .space: return .action(.toggle)
    case .left: return .action(.seek(.by(.seconds(-10))))
    case .right: return .action(.seek(.by(.seconds(10))))
    case .plus: return .action(.volume(.offset(5)))
    case .minus: return .action(.volume(.offset(-5)))
    // As in mpv; every terminal sends one byte for it, and no line begins with it.
    case .greater: return .action(.next)
    case .less: return .action(.previous)
    }
  }

  /// The byte sequences that terminals send for the key, in readline's notation.
  var sequences: [String] {
    switch self {
    case .left, .right: ["\\e[\(rawValue)", "\\eO\(rawValue)"]
    case .space, .plus, .minus, .greater, .less: ["\(rawValue)"]
    }
  }

  var lastByte: Int32 { Int32(rawValue.asciiValue ?? 0) }

  /// The key whose sequences end with `byte`.
  init?(lastByte byte: Int32) {
    guard let byte = UInt8(exactly: byte) else { return nil }
    self.init(rawValue: Character(Unicode.Scalar(byte)))
  }
}
