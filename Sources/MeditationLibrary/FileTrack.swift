import MeditationEngine
import MeditationSystem
import MeditationText

/// A song inside a file, from a cue sheet or chapters in that file.
package struct FileTrack: Equatable, Sendable {
  package var range: SongRange
  package var hint: SongHint

  /// More than this come from a damaged file.
  private static let most = 1_000

  /// The tracks of `chapters`, in order; none if there is only one, or if marks are implausible.
  static func tracks(of chapters: Chapters) -> [FileTrack] {
    let sheet = PlaylistParser.parse(chapters.cueSheet, .cue)
    var tracks = sheet.compactMap { entry in
      entry.range.map { FileTrack(range: $0, hint: entry.hint ?? SongHint()) }
    }
    // A sheet of several files is not about this one.
    if tracks.isEmpty || Set(sheet.map(\.location)).count > 1 { tracks = chapters.tracks }
    return (2...most).contains(tracks.count) ? tracks : []
  }
}

extension Chapters {
  /// The chapters, each from its mark to the next, the first one from the beginning.
  fileprivate var tracks: [FileTrack] {
    // The delay of an encoder can put the first one before the beginning.
    let starts = marks.map { max(.zero, $0.start) }
    let ends = starts.dropFirst().map(Optional.some) + [nil]
    var tracks: [FileTrack] = []
    // A chapter without length cannot be heard.
    for (index, end) in zip(marks.indices, ends) where starts[index] != end {
      guard let range = SongRange(from: starts[index], to: end) else { return [] }
      let title = CleanText.clean(marks[index].title ?? "")
      tracks.append(
        FileTrack(
          range: tracks.isEmpty ? SongRange(from: .zero, to: end) ?? range : range,
          hint: SongHint(title: title.isEmpty ? "Track \(index + 1)" : title, track: index + 1)))
    }
    return tracks
  }
}

// MARK: - In the cache

extension FileTrack {
  /// The tracks as lines of text, with tabs between the fields.
  static func text(of tracks: [FileTrack]) -> String {
    tracks.map { track in
      let hint = track.hint
      let texts = [hint.title, hint.artist, hint.album, hint.date].map {
        CleanText.clean($0 ?? "")
      }
      return ([track.range.text, hint.track.map(String.init) ?? ""] + texts)
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// The tracks in such a text, as far as they are plausible.
  static func tracks(in text: String) -> [FileTrack] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 6, let range = SongRange(fields[0].utf8) else { return nil }
      func text(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
      return FileTrack(
        range: range,
        hint: SongHint(
          title: text(2), artist: text(3), album: text(4), track: Int(fields[1]), date: text(5)))
    }
  }
}
