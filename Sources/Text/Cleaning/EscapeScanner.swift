/// Separates terminal escape sequences from text, scalar by scalar.
///
/// Sources: ECMA-48, sections 5.3 to 5.6; xterm for BEL as a string terminator; GNU Screen for `ESC
/// k`.
struct EscapeScanner {
  private enum State {
    case text
    /// After ESC.
    case escape
    /// After ESC and intermediate bytes, before the final byte.
    case intermediate
    /// After CSI.
    case control
    /// In OSC, DCS, SOS, PM, APC or a title, before its terminator.
    case string
    /// After ESC in a string, possibly the first half of its terminator.
    case stringEscape
  }

  private var state = State.text

  /// Whether `scalar` is part of an escape sequence.
  mutating func consumes(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text:
      return begins(with: scalar)
    case .escape:
      switch scalar.value {
      case 0x5B: state = .control
      case 0x50, 0x58, 0x5D, 0x5E, 0x5F, 0x6B: state = .string
      case 0x20...0x2F: state = .intermediate
      case 0x30...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .intermediate:
      switch scalar.value {
      case 0x20...0x2F: break
      case 0x30...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .control:
      switch scalar.value {
      case 0x20...0x3F: break
      case 0x40...0x7E: state = .text
      default: return begins(with: scalar)
      }
    case .string:
      switch scalar.value {
      case 0x07, 0x18, 0x1A, 0x9C: state = .text
      case 0x1B: state = .stringEscape
      // An unterminated string must not swallow the following lines.
      case 0x0A, 0x0D:
        state = .text
        return false
      default: break
      }
    case .stringEscape:
      state = .escape
      return scalar.value == 0x5C ? finish() : consumes(scalar)
    }
    return true
  }

  private mutating func finish() -> Bool {
    state = .text
    return true
  }

  private mutating func begins(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x9B: state = .control
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
    default:
      state = .text
      return false
    }
    return true
  }
}
