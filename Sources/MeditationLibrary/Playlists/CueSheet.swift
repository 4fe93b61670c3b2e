import MeditationText

/// Reads `.cue` sheets: the files that a sheet names, each once. A song is a file: the tracks within
/// one are counted, not split.
///
/// Source: CDRWIN user's guide, "Cue sheet commands".
struct CueSheet {
  /// What is said of the disc, or of a track.
  private struct Names {
    var title: String?
    var performer: String?
  }

  /// A track of sound, and the number of the file that it begins in.
  private struct Track {
    var names = Names()
    var file: Int?
  }

  private struct File {
    let path: [UInt8]
    var trackCount = 0
    /// Those of its only track.
    var names = Names()
  }

  private var disc = Names()
  private var files: [File] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The number of the latest file.
  private var file: Int?
  private var track: Track?
  /// True if the latest track is of data, which has no song.
  private var isData = false
  private let limit: Int

  /// The entries of a sheet, in order, at most `limit`.
  static func entries(
    of lines: some Sequence<ArraySlice<UInt8>>, limit: Int
  ) -> [PlaylistEntry] {
    var sheet = CueSheet(limit: limit)
    for line in lines { sheet.take(line) }
    sheet.finishTrack()
    let isOnlyDisc = sheet.files.count { $0.trackCount > 1 } == 1
    return sheet.files.map { file in
      sheet.entry(
        of: file, isAlone: sheet.files.count == 1 || file.trackCount > 1 && isOnlyDisc)
    }
  }

  private init(limit: Int) { self.limit = limit }

  /// - Parameter isAlone: True if the disc's title is that of the file.
  private func entry(of file: File, isAlone: Bool) -> PlaylistEntry {
    let names = file.trackCount == 1 ? file.names : Names()
    let hint = SongHint(
      title: names.title ?? (isAlone ? disc.title : nil), artist: names.performer ?? disc.performer)
    return PlaylistEntry(
      location: PlaylistPath.location(of: file.path[...]), hint: hint == SongHint() ? nil : hint,
      trackCount: max(1, file.trackCount))
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    let text = line.drop { ASCII.isBlank($0) }
    let word = text.prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: "\"") }
    let rest = text[word.endIndex...].drop { ASCII.isBlank($0) }
    switch String(decoding: word.prefix(16).map(ASCII.lowercased), as: UTF8.self) {
    case "file": takeFile(Self.value(rest, endsWithWord: true))
    case "track":
      finishTrack()
      let kind = rest.drop { !ASCII.isBlank($0) }.drop { ASCII.isBlank($0) }
      isData = PlaylistText.value(of: "MODE", in: kind) != nil
      track = isData ? nil : Track(file: file)
    case "index":
      // A sheet with the gap before a track in the file before it names the track first.
      if Digits.value(rest.prefix { ASCII.isDigit($0) }) == 1 { track?.file = file }
    case "title": name(\.title, rest)
    case "performer": name(\.performer, rest)
    default: break
    }
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
    if let track, let file = track.file {
      files[file].trackCount += 1
      files[file].names = track.names
    }
    track = nil
  }

  private mutating func name(_ part: WritableKeyPath<Names, String?>, _ rest: ArraySlice<UInt8>) {
    let value = Self.value(rest, endsWithWord: false)
    guard !value.isEmpty, !isData else { return }
    let text = PlaylistText.decode(value)
    if track == nil { disc[keyPath: part] = text } else { track?.names[keyPath: part] = text }
  }

  /// The value at the beginning of `text`, without its quotes.
  ///
  /// - Parameter endsWithWord: True if one word follows it, such as the format of a file; without a
  ///   closing quote, one without a dot is taken for it.
  private static func value(
    _ text: ArraySlice<UInt8>, endsWithWord: Bool
  ) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.first == quote
    let inner = isQuoted ? text.dropFirst() : text
    // The last quote: there can be others in a title.
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
