import MeditationLibrary
import MeditationSystem
import MeditationText

/// A line of a set's playlist, with its own line break.
struct SetLine: Hashable {
  enum Role: Hashable {
    case blank
    /// `#EXTM3U` and other lines about the whole playlist.
    case header
    /// The plan, or a part of it if there are several such lines.
    case plan(String)
    /// `#EXTINF:`
    case information
    /// Another `#EXT` line, about the next song.
    case directive
    case comment
    /// The bytes of a path, absolute or relative.
    case file([UInt8])
    case stream
  }

  /// Without the line break.
  let text: ArraySlice<UInt8>
  /// Empty at the end of a file that does not end with a line break.
  let ending: ArraySlice<UInt8>
  let role: Role

  init(_ text: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    self.text = text
    self.ending = ending
    role = Self.role(of: text)
  }

  /// True if the line belongs to the next song.
  var isAboutNextSong: Bool { [.information, .directive, .comment].contains(role) }

  /// True if the line stays when the song below it moves.
  var isAboutPlaylist: Bool { role == .header || plan != nil }

  var plan: String? { if case .plan(let plan) = role { plan } else { nil } }

  /// The lines of `text`, each with its line break: LF, CRLF or CR.
  static func lines(of text: [UInt8]) -> [SetLine] {
    var lines: [SetLine] = []
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let after = rest[line.endIndex...]
      let ending = after.prefix(after.starts(with: [0x0D, 0x0A]) ? 2 : 1)
      lines.append(SetLine(line, ending: ending))
      rest = after[ending.endIndex...]
    }
    return lines
  }

  /// The plan in a comment; `nil` if it is another comment.
  static func plan(in text: ArraySlice<UInt8>) -> String? {
    PlaylistText.value(of: "#MEDITATE:", in: text).map {
      UnmarkedText.decode($0).harmless.trimmed
    }
  }

  private static func role(of line: ArraySlice<UInt8>) -> Role {
    switch PlaylistLine(line) {
    case .blank: return .blank
    case .information: return .information
    case .location(.file(let path)): return .file(path)
    case .location(.stream): return .stream
    case .comment: break
    }
    let text = line.drop { ASCII.isBlank($0) }
    if let plan = plan(in: text) { return .plan(plan) }
    let isHeader = ["#EXTM3U", "#EXTENC:", "#PLAYLIST:"].contains {
      PlaylistText.value(of: $0, in: text) != nil
    }
    if isHeader { return .header }
    return PlaylistText.value(of: "#EXT", in: text) == nil ? .comment : .directive
  }
}

extension String {
  var trimmed: String {
    var rest = unicodeScalars.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

// MARK: - A song as lines

extension SetSong {
  /// Creates the song at `path`, or a `range` of it, with its metadata in a playlist.
  init(path: [UInt8], _ range: SongRange? = nil, hint: SongHint?) {
    let ranged = range.map { PathName.allBytes(of: $0.path(in: PathName.path(path))) } ?? path
    let title = CleanText.clean(hint?.title ?? "")
    self.init(
      path: ranged, title: title.isEmpty ? Self.title(of: ranged) : title,
      artist: CleanText.clean(hint?.artist ?? ""), length: hint?.duration)
  }

  /// The `#EXTINF` line of the song, without a line break.
  var information: [UInt8] {
    let (artist, title) = (CleanText.clean(artist), CleanText.clean(title))
    let shown = title.isEmpty ? Self.title(of: path) : title
    // The parser reads up to nine digits.
    let seconds = length.map { String(max(1, min($0.wholeSeconds, 999_999_999))) } ?? "-1"
    return Array("#EXTINF:\(seconds),\(artist.isEmpty ? "" : artist + " - ")\(shown)".utf8)
  }

  /// The song as it would be read back.
  var reread: SetSong {
    guard case .information(let text) = PlaylistLine(information[...]) else { return self }
    return SetSong(path: path, hint: SongHint(information: text))
  }

  /// The song's file as a line. With a trailing blank it is a URL: mpv and others trim lines.
  var location: [UInt8] {
    let file = file
    guard let last = file.last, last <= 0x20 else { return file }
    return PathName.fileURL(file)
  }

  /// Why the song cannot be written to a playlist, as a clause.
  var unwritable: String? {
    let shown = CleanText.clean(title.isEmpty ? Self.title(of: path) : title)
    if path.contains(0x0A) || path.contains(0x0D) {
      return "the path of '\(shown)' has a line break, which a playlist cannot hold"
    }
    return path.first == UInt8(ascii: "/") && !path.contains(0)
      ? nil : "the path of '\(shown)' is not absolute"
  }

  /// The name of a file without its extension, ready for display.
  private static func title(of path: [UInt8]) -> String {
    let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    let title = CleanText.clean(String(decoding: stem.isEmpty ? name : stem, as: UTF8.self))
    return title.isEmpty ? "(unprintable name)" : title
  }
}
