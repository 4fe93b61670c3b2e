import Platform
public import Score
import SystemPackage
import Text

/// A file that can be played, with its metadata.
///
/// All texts are clean (see `CleanText`) and safe to print on a terminal.
public struct Song: Equatable, Sendable {
  /// The path of the file. Not safe to print.
  public var path: FilePath
  /// The title from the file's tags, or else from a playlist, or else from the file's name; never
  /// empty.
  public var title: String
  /// The artist; empty if unknown.
  public var artist: String
  /// The album; empty if unknown.
  public var album: String
  /// The number of the disc in the album, from 1; `nil` if unknown.
  public var disc: Int?
  /// The number of the song on its disc, from 1; `nil` if unknown.
  public var track: Int?
  /// When it was released: `2019`, `2019-05` or `2019-05-01`; empty if unknown.
  public var date: String
  /// The length that the file claims; `nil` if it is missing or implausible.
  public var duration: Duration?
  /// The sample rate and the channels that the file claims; `nil` if unknown.
  public var format: SoundFormat?
  /// The container and the codec, "FLAC, 16 bit PCM"; empty if unknown.
  public var encoding: String

  /// The name of the file's folder; empty if the path has none.
  public var folder: String { PathName.folder(of: path) }

  /// Creates a song from texts that are already clean.
  public init(
    path: FilePath, title: String, artist: String = "", album: String = "", disc: Int? = nil,
    track: Int? = nil, date: String = "", duration: Duration? = nil, format: SoundFormat? = nil,
    encoding: String = ""
  ) {
    self.path = path
    self.title = title
    self.artist = artist
    self.album = album
    self.disc = disc
    self.track = track
    self.date = date
    self.duration = duration
    self.format = format
    self.encoding = encoding
  }
}

// MARK: - From a file

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
