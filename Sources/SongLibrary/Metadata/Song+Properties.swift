import Platform
import Text

extension Song {
  /// Creates the song of a file with `properties`; empty ones are filled in from the playlist and
  /// the file's name.
  ///
  /// Everything is cleaned here: the properties may come from a cache, which is a file, too.
  init(_ candidate: Candidate, _ properties: CleanProperties) {
    let hint = candidate.hint
    let title = Self.firstText(properties.title, hint?.title)
    self.init(
      path: candidate.path,
      title: title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
      artist: Self.firstText(properties.artist, hint?.artist),
      album: CleanText.clean(properties.album), disc: TagNumber.credible(properties.disc),
      track: TagNumber.credible(properties.track), date: TagNumber.date(in: properties.date),
      duration: SongLength.credible(properties.duration) ?? SongLength.credible(hint?.duration),
      format: properties.format, encoding: CleanText.clean(properties.encoding))
  }

  /// The first of two texts that is not empty after cleaning, or else an empty text.
  private static func firstText(_ first: String, _ second: String?) -> String {
    let text = CleanText.clean(first)
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }
}
