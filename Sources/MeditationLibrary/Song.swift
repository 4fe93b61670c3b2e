import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// A file that can be played, or a range of one, with its properties.
package struct Song: Equatable, Sendable {
  /// The path of the file, or of its range (see `SongRange`). Not safe to print.
  package var path: FilePath
  /// The properties of the file; empty ones are taken from a playlist and the file's name.
  package var properties: SongProperties

  /// The name of the file's folder; empty if the path has none.
  package var folder: String { PathName.folder(of: PathName.file(of: path)) }
}

extension Song {
  /// Cleans all texts of `properties`: even the cache, where they may come from, is a file.
  init(_ candidate: Candidate, _ properties: SongProperties) {
    let (hint, part) = (candidate.hint, SongRange.split(candidate.path))
    let path = part?.file ?? candidate.path
    // Tags describe the whole file, so a playlist's text goes first for a range.
    func text(_ tag: String, _ hinted: String?) -> String {
      part == nil ? Self.firstText(tag, hinted) : Self.firstText(hinted ?? "", tag)
    }
    func titled(_ title: String) -> String {
      title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: path)) : title
    }
    var song = properties
    song.artist = text(properties.artist, hint?.artist)
    song.disc = TagNumber.credible(properties.disc)
    song.date = TagNumber.date(in: text(properties.date, hint?.date))
    song.encoding = CleanText.clean(properties.encoding)
    song.tracks = []
    if let (_, range) = part {
      let whole = titled(CleanText.clean(properties.title))
      song.title = Self.firstText(hint?.title ?? "", "\(whole) \(range.text)")
      song.album = Self.firstText(text(properties.album, hint?.album), whole)
      song.track = TagNumber.credible(hint?.track)
      song.length = properties.length.length(of: range).credible
    } else {
      song.title = titled(text(properties.title, hint?.title))
      song.album = text(properties.album, hint?.album)
      song.track = TagNumber.credible(properties.track ?? hint?.track)
      song.length = Self.length(properties.length, hint?.duration)
    }
    self.init(path: candidate.path, properties: song)
  }

  /// The songs of the candidate's file: one, unless the file has several inside.
  static func songs(of candidate: Candidate, _ properties: SongProperties) -> [Song] {
    let path = candidate.path
    if candidate.isSplit {
      let tracks = properties.tracks.filter { !properties.length.isBefore($0.range) }
      guard tracks.count > 1 else { return [Song(candidate, properties)] }
      return tracks.map { Song(Candidate(of: path, $0.range, hint: $0.hint), properties) }
    }
    guard candidate.hint == nil, let (file, range) = SongRange.split(path) else {
      return [Song(candidate, properties)]
    }
    let known = properties.tracks.first { $0.range.isNear(range) }
    return [Song(Candidate(of: file, range, hint: known?.hint), properties)]
  }

  /// The length of the file, or else that in the playlist, which is only a guess.
  private static func length(_ length: SongLength, _ hint: Duration?) -> SongLength {
    let credible = length.credible
    guard credible == .unknown, let hint else { return credible }
    return SongLength.estimated(hint).credible
  }

  /// The first of two texts that is not empty after cleaning; else an empty text.
  private static func firstText(_ first: String, _ second: String?) -> String {
    let text = CleanText.clean(first)
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }
}
