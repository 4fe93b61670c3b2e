import FileSystem
import Text

extension Song {
  /// The song of a file that says `facts`; where it says nothing, its playlist and its name speak.
  ///
  /// The facts may come from a memory, which is a file, too: nothing unclean passes here.
  init(_ candidate: Candidate, _ facts: SoundFacts) {
    let hint = candidate.hint
    let title = Self.firstText(facts.title, hint?.title)
    self.init(
      path: candidate.path,
      title: title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
      artist: Self.firstText(facts.artist, hint?.artist),
      album: CleanText.clean(facts.album),
      duration: SongLength.credible(facts.duration) ?? SongLength.credible(hint?.duration))
  }

  /// The first of two texts of which something is left when it is clean; else nothing.
  private static func firstText(_ first: String, _ second: String?) -> String {
    let text = CleanText.clean(first)
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }
}
