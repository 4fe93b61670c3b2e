import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// A file that can be played, with its properties.
package struct Song: Equatable, Sendable {
  /// The path of the file. Not safe to print.
  package var path: FilePath
  /// The properties of the file; empty ones are filled in from a playlist and the file's name.
  package var properties: SongProperties

  /// The name of the file's folder; empty if the path has none.
  package var folder: String { PathName.folder(of: path) }

  package init(path: FilePath, properties: SongProperties) {
    self.path = path
    self.properties = properties
  }

  /// Creates the song of a file with `properties`.
  ///
  /// Everything is cleaned here: the properties may come from a cache, which is a file, too.
  init(_ candidate: Candidate, _ properties: SongProperties) {
    let hint = candidate.hint
    let title = Self.firstText(properties.title, hint?.title)
    self.init(
      path: candidate.path,
      properties: SongProperties(
        title: title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
        artist: Self.firstText(properties.artist, hint?.artist),
        album: CleanText.clean(properties.album), disc: TagNumber.credible(properties.disc),
        track: TagNumber.credible(properties.track), date: TagNumber.date(in: properties.date),
        length: Self.length(properties.length, hint?.duration),
        format: properties.format, encoding: CleanText.clean(properties.encoding)))
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
