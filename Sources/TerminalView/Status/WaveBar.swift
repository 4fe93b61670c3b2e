/// A song's progress as a bar of block characters: what was heard, a head, and what is to come.
///
/// The head tells the two parts apart where there is no colour.
struct WaveBar: Equatable {
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let heard: String
  let head = "┃"
  let rest: String

  /// A bar of `cells` cells, at least one, with the head at `fraction`, 0 to 1, of it. Its height
  /// follows `peaks`, 0 to 255, of any number; without them it is a flat line.
  init(cells: Int, fraction: Double, peaks: [UInt8]) {
    let cells = max(1, cells)
    let at = min(cells - 1, max(0, Int(fraction * Double(cells))))
    guard !peaks.isEmpty else {
      heard = String(repeating: "━", count: at)
      rest = String(repeating: "─", count: cells - at - 1)
      return
    }
    let loudest = max(1, Int(peaks.max() ?? 1))
    let line = (0..<cells).map { cell -> Character in
      let first = cell * peaks.count / cells
      let last = max(first + 1, (cell + 1) * peaks.count / cells)
      let peak = Int(peaks[first..<min(last, peaks.count)].max() ?? 0)
      return Self.levels[min(Self.levels.count - 1, peak * Self.levels.count / (loudest + 1))]
    }
    heard = String(line[..<at])
    rest = String(line[(at + 1)...])
  }
}
