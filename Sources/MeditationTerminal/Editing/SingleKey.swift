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

  /// The command of the key on an empty line while listening; elsewhere it is part of the line.
  var command: Command {
    switch self {
    case .space: .action(.toggle)
    case .left: .action(.seek(.by(.seconds(-10))))
    case .right: .action(.seek(.by(.seconds(10))))
    case .plus: .action(.volume(.offset(5)))
    case .minus: .action(.volume(.offset(-5)))
    // As in mpv; every terminal sends one byte for it, and no line begins with it.
    case .greater: .action(.next)
    case .less: .action(.previous)
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
