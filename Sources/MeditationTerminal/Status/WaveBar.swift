/// A progress bar of block characters: the part heard, a head, and the rest.
///
/// The head separates the two parts without colour.
struct WaveBar: Equatable {
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let heard: String
  let head = "┃"
  let rest: String

  /// Creates a bar of `cells` cells, at least one, with the head at `fraction`, 0 to 1. Its height
  /// follows any number of `peaks`, each 0 to 255; without peaks it is a flat line.
  ///
  /// A cell shows the mean of its peaks, scaled to the loudest cell: with their maximum, most music
  /// would fill the bar.
  init(cells: Int, fraction: Double, peaks: [UInt8]) {
    let cells = max(1, cells)
    let at = min(cells - 1, max(0, Int(fraction * Double(cells))))
    guard !peaks.isEmpty else {
      heard = String(repeating: "━", count: at)
      rest = String(repeating: "─", count: cells - at - 1)
      return
    }
    let means = (0..<cells).map { cell in
      let first = cell * peaks.count / cells
      let last = min(peaks.count, max(first + 1, (cell + 1) * peaks.count / cells))
      return peaks[first..<last].reduce(0) { $0 + Double($1) } / Double(last - first)
    }
    let loudest = max(1, means.max() ?? 1)
    let line = means.map { mean in
      Self.levels[Int((mean / loudest * Double(Self.levels.count - 1)).rounded())]
    }
    heard = String(line[..<at])
    rest = String(line[(at + 1)...])
  }
}
