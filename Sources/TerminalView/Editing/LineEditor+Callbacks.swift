import CReadline
import CTerminal
import Foundation

/// What readline calls: it has one global state, and so reaches the only editor.
extension LineEditor {
  static var hasInput: Int32 { current?.input.isEmpty ?? true ? 0 : 1 }

  nonisolated static func nextByte() -> Int32 {
    MainActor.assumeIsolated { current?.input.next().map(Int32.init) ?? missing_byte() }
  }

  /// The completions of the word `begun` before the cursor, in the format of readline: a
  /// heap-allocated array that starts with the common prefix and ends with a null pointer. The
  /// prefix is never shorter than the typed word, even if completions differ in case.
  nonisolated static func matches(
    of begun: UnsafePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let words: [String] = MainActor.assumeIsolated {
      crl_end_completion()
      return current.map { $0.isFillingForm ? [] : $0.completions($0.typed.before) } ?? []
    }
    guard let first = words.first else { return nil }
    let typed = begun.map { String(cString: $0) } ?? ""
    let shared = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let common = shared.count < typed.count ? typed : shared
    let list = words.count == 1 ? [common] : [common] + words
    let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride * (list.count + 1)
    let memory = malloc(size)?.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: list.count + 1)
    for (index, word) in list.enumerated() { memory?[index] = strdup(word) }
    memory?[list.count] = nil
    return memory
  }

  nonisolated static func show(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int32
  ) {
    guard let list, count > 0 else { return }
    let words = (1...Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    _ = note(.matches(words))
  }
}
