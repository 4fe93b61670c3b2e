import CReadline

extension LineEditor {
  /// Inserts pasted text verbatim, without interpreting keys; each line break submits a line.
  func readPaste() {
    guard var reader = paste else { return }
    let chunk = reader.read(from: &input)
    paste = chunk.isOver ? nil : reader
    if !chunk.text.isEmpty { rl_insert_text(chunk.text) }
    guard chunk.endsLine else { return }
    let (_, before, after) = typed
    rl_replace_line("", 1)
    accept(before + after)
  }
}
