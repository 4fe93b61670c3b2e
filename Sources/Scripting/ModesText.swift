import MeditationCore

/// Summarises the modes of all songs; runs of equal modes are merged.
@MainActor enum ModesText {
  private static let longest = 20

  static func of(_ session: MeditationViewModel) -> String {
    var runs: [(songs: ClosedRange<Int>, mode: SongMode)] = []
    for (index, mode) in session.modes.enumerated() {
      if let last = runs.last, last.mode == mode {
        runs[runs.count - 1].songs = last.songs.lowerBound...index + 1
      } else {
        runs.append((index + 1...index + 1, mode))
      }
    }
    let texts = runs.prefix(longest).map { songs, mode in
      songs.count == 1
        ? "\(songs.lowerBound) \(mode)" : "\(songs.lowerBound)-\(songs.upperBound) \(mode)"
    }
    return texts.joined(separator: ", ") + (runs.count > longest ? ", …" : "")
  }
}
