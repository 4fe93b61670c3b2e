import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// A file that can be played, or a range of one, with its properties.
package struct Song: Equatable, Sendable {
  /// The path of the file, or of its range (see `SongRange`). Not safe to print.
  package var path: FilePath
  /// The properties of the file; empty ones are filled in from a playlist and the file's name.
  package var properties: SongProperties

  /// The name of the file's folder; empty if the path has none.
  package var folder: String { PathName.folder(of: PathName.file(of: path)) }
}

extension Song {
  /// Creates the song of a file with `properties`.
  ///
  /// Everything is cleaned here: the properties may come from a cache, which is a file, too.
  init(_ candidate: Candidate, _ properties: SongProperties) {
    let hint = candidate.hint
    guard let (file, range) = SongRange.split(candidate.path) else {
      let title = Self.firstText(properties.title, hint?.title)
      self.init(
        path: candidate.path,
        properties: SongProperties(
          title: title.isEmpty
            ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
          artist: Self.firstText(properties.artist, hint?.artist),
          album: Self.firstText(properties.album, hint?.album),
          disc: TagNumber.credible(properties.disc),
          track: TagNumber.credible(properties.track ?? hint?.track),
          date: TagNumber.date(in: Self.firstText(properties.date, hint?.date)),
          length: Self.length(properties.length, hint?.duration),
          format: properties.format, encoding: CleanText.clean(properties.encoding)))
      return
    }
    let whole = Self.firstText(
      properties.title, TitleFromName.title(for: PathName.bytes(of: file)))
    let title = Self.firstText(hint?.title ?? "", "\(whole) \(range.text)")
    self.init(
      path: candidate.path,
      properties: SongProperties(
        title: title, artist: Self.firstText(hint?.artist ?? "", properties.artist),
        album: Self.firstText(hint?.album ?? "", Self.firstText(properties.album, whole)),
        disc: TagNumber.credible(properties.disc), track: TagNumber.credible(hint?.track),
        date: TagNumber.date(in: Self.firstText(hint?.date ?? "", properties.date)),
        length: properties.length.length(of: range).credible,
        format: properties.format, encoding: CleanText.clean(properties.encoding)))
  }

  /// The songs of the file that `candidate` is, with `properties`: one, unless it has several within.
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

  /// The length of the file, or else what the playlist says, which is no more than a guess.
  private static func length(_ length: SongLength, _ hint: Duration?) -> SongLength {
    let credible = length.credible
    guard credible == .unknown, let hint else { return credible }
    return SongLength.estimated(hint).credible
  }

  /// The first of two texts that is not empty after cleaning, or else an empty text.
  private static func firstText(_ first: String, _ second: String?) -> String {
    let text = CleanText.clean(first)
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }
}
