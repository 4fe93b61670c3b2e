import MeditationCore
import MeditationLanguage

/// A key that can act without Enter.
enum SingleKey: CaseIterable, Hashable, Sendable {
  case space, left, right, plus, minus, greater, less

  /// The command of the key; `nil` if it is part of a line.
  func command(lineIsEmpty: Bool, isListening: Bool) -> Command? {
    guard lineIsEmpty, isListening else { return nil }
    switch self {
    case .space: return .action(.toggle)
    case .left: return .action(.seek(.by(.seconds(-10))))
    case .right: return .action(.seek(.by(.seconds(10))))
    case .plus: return .action(.volume(.offset(5)))
    case .minus: return .action(.volume(.offset(-5)))
    // As in mpv; one byte, which every terminal sends, and no line begins with it.
    case .greater: return .action(.next)
    case .less: return .action(.previous)
    }
  }

  /// The byte sequences that terminals send for the key, in readline's notation.
  var sequences: [String] {
    switch self {
    case .space: [" "]
    case .left: [#"\e[D"#, #"\eOD"#]
    case .right: [#"\e[C"#, #"\eOC"#]
    case .plus: ["+"]
    case .minus: ["-"]
    case .greater: [">"]
    case .less: ["<"]
    }
  }

  /// The last byte of each sequence; readline passes no other.
  var lastByte: Int32 { sequences.first?.utf8.last.map(Int32.init) ?? 0 }

  /// The key whose sequences end with `byte`.
  init?(lastByte byte: Int32) {
    guard let key = Self.allCases.first(where: { $0.lastByte == byte }) else { return nil }
    self = key
  }
}
