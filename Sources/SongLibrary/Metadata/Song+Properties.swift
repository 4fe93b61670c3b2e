import FileSystem
import Text

extension Song {
  /// The song of a file with `properties`; where they are empty, its playlist and its name speak.
  ///
  /// The properties may come from a cache, which is a file, too: nothing unclean passes here.
  init(_ candidate: Candidate, _ properties: CleanProperties) {
    let hint = candidate.hint
    let title = Self.firstText(properties.title, hint?.title)
    self.init(
      path: candidate.path,
      title: title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
      artist: Self.firstText(properties.artist, hint?.artist),
      duration: SongLength.credible(properties.duration) ?? SongLength.credible(hint?.duration))
  }

  /// The first of two texts of which something is left when it is clean; else nothing.
  private static func firstText(_ first: String, _ second: String?) -> String {
    let text = CleanText.clean(first)
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }
}
