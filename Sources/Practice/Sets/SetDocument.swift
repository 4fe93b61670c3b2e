import CommandLanguage
import Platform
import SongLibrary
import SystemPackage
import Text

/// The playlist of a set by its lines, so that a change keeps those that it does not concern.
struct SetDocument {
  /// A song with its lines: comments directly above it, `#EXTINF`, and the path as the last one.
  struct Entry {
    var lines: [SetLine]
    var song: SetSong
  }

  enum Item {
    case line(SetLine)
    case entry(Entry)
  }

  var items: [Item] = []
  /// A shorter spelling of the path of a new song or bell.
  var relative: ([UInt8]) -> [UInt8]? = { _ in nil }
  /// Whether the file begins with a byte order mark.
  private let hasMark: Bool
  /// The line break of the file's first line.
  private let ending: ArraySlice<UInt8>
  /// The folder of relative paths.
  private let folder: FilePath

  /// - Parameter folder: The folder of relative paths.
  init(_ bytes: [UInt8], in folder: FilePath) {
    self.folder = folder
    hasMark = bytes.starts(with: ByteOrderMark.utf8)
    let lines = SetLine.lines(of: PlaylistText.normalized(bytes))
    ending = lines.first.map(\.ending).flatMap { $0.isEmpty ? nil : $0 } ?? [0x0A]
    var pending: [SetLine] = []
    for line in lines {
      pending.append(line)
      switch line.role {
      case .file(let path): append(pending, path: Self.resolve(path, in: folder))
      case .stream: items += pending.map(Item.line)
      case .blank, .header, .plan, .information, .directive, .comment: continue
      }
      pending = []
    }
    items += pending.map(Item.line)
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var bytes = hasMark ? ByteOrderMark.utf8 : []
    var isOpen = false
    for item in items {
      for line in item.lines {
        if isOpen { bytes += ending }
        bytes += line.text
        bytes += line.ending
        isOpen = line.ending.isEmpty
      }
    }
    return bytes
  }

  /// The songs in playing order, those that are missing included.
  var songs: [SetSong] { items.compactMap { $0.entry?.song } }

  /// The plan, whose files have absolute paths as the songs do; the parts of several lines are
  /// joined.
  var plan: String { PlanText.renamingFiles(of: writtenPlan, absolute) }

  /// The plan as it stands in the file.
  var writtenPlan: String { Self.joined(items.lazy.flatMap(\.lines).compactMap(\.plan)) }

  /// The plan of several lines.
  private static func joined(_ parts: some Sequence<String>) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The path of a file that the plan names; `nil` if it does not depend on the playlist's folder.
  func absolute(_ name: String) -> String? { Self.absolute(name, in: folder) }

  private static func absolute(_ name: String, in folder: FilePath) -> String? {
    guard !name.hasPrefix("/"), !name.hasPrefix("~/") else { return nil }
    let path = resolve(Array(name.utf8), in: folder)
    // A plan is text in one line.
    return String(validating: path, as: UTF8.self).flatMap { $0.harmless == $0 ? $0 : nil }
  }

  /// A new line, with the line break of the others.
  func line(_ text: [UInt8]) -> SetLine { SetLine(text[...], ending: ending) }

  /// Adds the song at `path`, which the last of `lines` names.
  private mutating func append(_ lines: [SetLine], path: [UInt8]) {
    let information = lines.lastIndex { $0.role == .information }
    var start = information ?? lines.count - 1
    while start > 0, lines[start - 1].isAboutNextSong { start -= 1 }
    let own = lines[start...]
    items += (lines[..<start] + own.filter(\.isAboutPlaylist)).map(Item.line)
    var hint: SongHint?
    if let information, case .information(let text) = PlaylistLine(lines[information].text) {
      hint = SongHint(information: text)
    }
    let song = SetSong(path: path, hint: hint)
    items.append(.entry(Entry(lines: own.filter { !$0.isAboutPlaylist }, song: song)))
  }

  private static func resolve(_ path: [UInt8], in folder: FilePath) -> [UInt8] {
    // "./" keeps a relative name from being taken for a comment.
    let slash = UInt8(ascii: "/")
    let name = path.starts(with: "./".utf8) ? path.dropFirst().drop { $0 == slash } : path[...]
    return PathName.allBytes(
      of: PlaylistPath.resolve(name.isEmpty ? path : Array(name), in: folder))
  }
}

extension SetDocument {
  /// Reads what a list shows of the set `name`, without its songs.
  static func listed(
    _ name: SetName, _ bytes: [UInt8], in folder: FilePath
  ) -> ListedSet {
    var set = ListedSet(name: name)
    var (parts, information): ([String], ArraySlice<UInt8>?) = ([], nil)
    for line in PlaylistParser.lines(of: PlaylistText.normalized(bytes)) {
      switch PlaylistLine(line) {
      case .blank: continue
      case .information(let text): information = text
      case .comment:
        if let part = SetLine.plan(in: line.drop { ASCII.isBlank($0) }) { parts.append(part) }
      case .location(let location):
        if case .file = location {
          set.add(length: information.flatMap(SongHint.duration(information:)))
        }
        information = nil
      }
    }
    set.plan = PlanText.renamingFiles(of: joined(parts)) { absolute($0, in: folder) }
    return set
  }
}

extension SetDocument.Item {
  /// The lines of a song or of anything else.
  var lines: [SetLine] {
    switch self {
    case .line(let line): [line]
    case .entry(let entry): entry.lines
    }
  }

  /// The song.
  var entry: SetDocument.Entry? {
    switch self {
    case .line: nil
    case .entry(let entry): entry
    }
  }
}

extension SetLine {
  /// The plan in this line.
  var plan: String? {
    if case .plan(let plan) = role { plan } else { nil }
  }
}
