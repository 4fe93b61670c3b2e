import MeditationSystem
import MeditationText

/// Reads `.cue` sheets: the songs of a disc, which are files or ranges of files.
///
/// If a file has several tracks, each is a range from its index 1 to that of the next, so the gap
/// between two (index 0) belongs to the first, as when a disc is played. The sound before the first
/// track is a song of its own.
///
/// Source: CDRWIN user's guide, "Cue sheet commands".
struct CueSheet {
  private static let frameRate = 75
  /// The usual silence before the first track of a disc.
  private static let usualPause = Duration.seconds(2)

  /// The title and the performer of the disc, or of a track.
  private struct Names {
    var title: String?
    var performer: String?
  }

  private struct Track {
    var names = Names()
    var number: Int?
    /// True for a data track, which is no song.
    var isData: Bool
    /// The number of the file that it begins in.
    var file: Int?
    /// Where it begins in that file.
    var start: Duration?
  }

  private struct File {
    let path: [UInt8]
    var tracks: [Track] = []
    var songs: [Track] { tracks.filter { !$0.isData } }

    /// The songs with their ranges, without tracks of no length; `nil` unless there are several.
    var parts: [(song: Track, range: SongRange)]? {
      var parts: [(song: Track, range: SongRange)] = []
      let ends = tracks.dropFirst().map(\.start) + [nil]
      for (track, end) in zip(tracks, ends) where track.start == nil || track.start != end {
        guard let start = track.start, let range = SongRange(from: start, to: end) else {
          return nil
        }
        if !track.isData { parts.append((track, range)) }
      }
      guard parts.count > 1, let first = parts.first else { return nil }
      if tracks.first?.isData == false, first.range.start > CueSheet.usualPause,
        let front = SongRange(from: .zero, to: first.range.start)
      {
        let title = first.song.number.map { "Before track \($0)" } ?? "Before the first track"
        parts.insert((Track(names: Names(title: title), isData: false), front), at: 0)
      }
      return parts
    }
  }

  private var disc = Names()
  private var date: String?
  private var files: [File] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The number of the latest file.
  private var file: Int?
  private var track: Track?
  private let limit: Int

  /// The entries of a sheet, in order, at most `limit`.
  static func entries(
    of lines: some Sequence<ArraySlice<UInt8>>, limit: Int
  ) -> [PlaylistEntry] {
    var sheet = CueSheet(limit: limit)
    for line in lines { sheet.take(line) }
    sheet.finishTrack()
    let isOnlyDisc = sheet.files.count { $0.songs.count > 1 } == 1
    var entries: [PlaylistEntry] = []
    for file in sheet.files where entries.count < limit {
      entries += sheet.entries(
        of: file, isAlone: sheet.files.count == 1 || file.songs.count > 1 && isOnlyDisc)
    }
    return Array(entries.prefix(limit))
  }

  /// - Parameter isAlone: True if the disc's title is that of the file.
  private func entries(of file: File, isAlone: Bool) -> [PlaylistEntry] {
    let (songs, location) = (file.songs, PlaylistPath.location(of: file.path[...]))
    if let parts = file.parts {
      return parts.map { song, range in
        var hint = self.hint(of: song)
        if hint.title == nil { hint.title = song.number.map { "Track \($0)" } }
        return PlaylistEntry(location: location, range: range, hint: hint)
      }
    }
    var hint =
      songs.count == 1 ? self.hint(of: songs[0]) : SongHint(artist: disc.performer, date: date)
    if hint.title == nil, isAlone { (hint.title, hint.album) = (disc.title, nil) }
    return [
      PlaylistEntry(
        location: location, hint: hint == SongHint() ? nil : hint,
        trackCount: max(1, songs.count))
    ]
  }

  private func hint(of song: Track) -> SongHint {
    SongHint(
      title: song.names.title, artist: song.names.performer ?? disc.performer, album: disc.title,
      track: song.number, date: date)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    let text = line.drop { ASCII.isBlank($0) }
    let word = text.prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: "\"") }
    let rest = text[word.endIndex...].drop { ASCII.isBlank($0) }
    switch String(decoding: word.prefix(16).map(ASCII.lowercased), as: UTF8.self) {
    case "file": takeFile(Self.value(rest, endsWithWord: true))
    case "track":
      finishTrack()
      let number = rest.prefix { ASCII.isDigit($0) }
      let kind = rest.drop { !ASCII.isBlank($0) }.drop { ASCII.isBlank($0) }
      track = Track(
        number: Digits.value(number),
        isData: PlaylistText.value(of: "MODE", in: kind) != nil, file: file)
    case "index":
      let number = rest.prefix { ASCII.isDigit($0) }
      guard Digits.value(number) == 1 else { return }
      // In a sheet with the gap of a track in the file before it, the track is named first.
      track?.file = file
      track?.start = Self.time(rest[number.endIndex...])
    case "title": name(\.title, rest)
    case "performer": name(\.performer, rest)
    case "rem":
      if let value = PlaylistText.value(of: "DATE ", in: rest) {
        date = UnmarkedText.decode(Self.value(value, endsWithWord: false))
      }
    default: break
    }
  }

  /// The time of `03:25:37`: minutes, seconds and frames of a disc.
  private static func time(_ text: ArraySlice<UInt8>) -> Duration? {
    let text = text.drop { ASCII.isBlank($0) }.prefix { !ASCII.isBlank($0) }
    guard let numbers = Digits.values(text, by: ":", length: 6), numbers.count == 3 else {
      return nil
    }
    return .seconds(numbers[0] * 60 + numbers[1])
      + .nanoseconds(numbers[2] * 1_000_000_000 / frameRate)
  }

  private mutating func takeFile(_ path: ArraySlice<UInt8>) {
    let path = Array(path)
    guard path.contains(where: { !ASCII.isBlank($0) }) else { return }
    if let number = numbers[path] {
      file = number
    } else if files.count < limit {
      file = files.count
      numbers[path] = files.count
      files.append(File(path: path))
    } else {
      file = nil
    }
  }

  private mutating func finishTrack() {
    if let track, let file = track.file { files[file].tracks.append(track) }
    track = nil
  }

  private mutating func name(_ part: WritableKeyPath<Names, String?>, _ rest: ArraySlice<UInt8>) {
    let value = Self.value(rest, endsWithWord: false)
    guard !value.isEmpty else { return }
    let text = UnmarkedText.decode(value)
    if track == nil { disc[keyPath: part] = text } else { track?.names[keyPath: part] = text }
  }

  /// The value at the beginning of `text`, without its quotes.
  ///
  /// - Parameter endsWithWord: True if a word follows, such as the format of a file. Without a
  ///   closing quote, the last word without a dot is taken for it.
  private static func value(
    _ text: ArraySlice<UInt8>, endsWithWord: Bool
  ) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.first == quote
    let inner = isQuoted ? text.dropFirst() : text
    // The last quote, because a title may contain others.
    if isQuoted, let end = inner.lastIndex(of: quote) { return inner[..<end] }
    var value = trimmingEnd(inner)
    if endsWithWord, let blank = value.lastIndex(where: { ASCII.isBlank($0) }),
      !value[blank...].contains(UInt8(ascii: "."))
    {
      value = trimmingEnd(value[..<blank])
    }
    return value
  }

  private static func trimmingEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.lastIndex { !ASCII.isBlank($0) }.map { text[...$0] } ?? []
  }
}
