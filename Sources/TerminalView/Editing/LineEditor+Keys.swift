import CReadline
import Foundation

extension LineEditor {
  /// Binds the single keys, which act on an empty line and keep their usual function on any other.
  /// Macros of the user are left alone.
  func bindKeys() {
    for name in ["emacs", "vi-insert"] {
      let map = rl_get_keymap_by_name(name)
      for key in SingleKey.allCases {
        for sequence in key.sequences {
          var kind: Int32 = 0
          let usual = rl_function_of_keyseq(sequence.unescaped, map, &kind)
          guard kind == ISFUNC, let usual else { continue }
          usualMeaning[key.lastByte] = usual
          rl_bind_keyseq_in_map(
            sequence, { count, byte in LineEditor.pressed(byte, count: count) }, map)
        }
      }
      // Unbound keys must not insert text.
      rl_bind_keyseq_in_map(#"\e["#, rl_skip_csi_sequence, map)
      rl_bind_keyseq_in_map(#"\C-l"#, { _, _ in LineEditor.note(.clearScreen) }, map)
      rl_bind_keyseq_in_map(#"\e[200~"#, { _, _ in LineEditor.beginPaste() }, map)
    }
  }

  private nonisolated static func pressed(_ byte: Int32, count: Int32) -> Int32 {
    MainActor.assumeIsolated {
      guard let editor = current, let key = SingleKey(lastByte: byte) else { return 0 }
      let isListening = editor.isListening() && !editor.isFillingForm
      if key.command(lineIsEmpty: crl_end() == 0, isListening: isListening) != nil {
        editor.events.append(.key(key))
        return 0
      }
      // A leading blank has no meaning, and an invisible character would disable the single keys.
      if key == .space, crl_end() == 0, !editor.isFillingForm { return 0 }
      return editor.usualMeaning[byte]?(count, byte) ?? 0
    }
  }

  nonisolated static func note(_ event: Event) -> Int32 {
    MainActor.assumeIsolated { current?.events.append(event) }
    return 0
  }

  private nonisolated static func beginPaste() -> Int32 {
    MainActor.assumeIsolated { current?.paste = PasteReader() }
    return 0
  }
}

extension SingleKey {
  fileprivate var lastByte: Int32 { sequences.first?.utf8.last.map(Int32.init) ?? 0 }
}

extension String {
  /// The bytes of the key sequence.
  fileprivate var unescaped: String { replacingOccurrences(of: #"\e"#, with: "\u{1B}") }
}
