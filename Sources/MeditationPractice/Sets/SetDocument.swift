import MeditationLibrary
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// The lines of a set's playlist; a change keeps those that it does not affect.
struct SetDocument {
  /// A song with its lines: comments directly above, `#EXTINF`, its path; or another line.
  struct Item {
    var lines: [SetLine]
    var song: SetSong?

    var isPlan: Bool { lines.first?.plan != nil }
    var isHeader: Bool { lines.first?.role == .header }

    static func line(_ line: SetLine) -> Item { Item(lines: [line]) }
  }

  private var items: [Item] = []
  /// A shorter spelling for the path of a new song or bell.
  private var relative: ([UInt8]) -> [UInt8]? = { _ in nil }
  private let hasMark: Bool
  /// The line break of the file's first line.
  private let ending: ArraySlice<UInt8>
  /// The folder of relative paths.
  private let folder: FilePath

  init(_ bytes: [UInt8], in folder: FilePath) {
    self.folder = folder
    hasMark = bytes.starts(with: ByteOrderMark.utf8)
    let lines = SetLine.lines(of: PlaylistText.normalized(bytes))
    ending = lines.first.map(\.ending).flatMap { $0.isEmpty ? nil : $0 } ?? [0x0A]
    var pending: [SetLine] = []
    var names = FolderNames()
    for line in lines {
      pending.append(line)
      switch line.role {
      case .file(let path): append(pending, path: Self.resolve(path, in: folder, &names))
      case .stream: items += pending.map(Item.line)
      case .blank, .header, .plan, .information, .directive, .comment: continue
      }
      pending = []
    }
    items += pending.map(Item.line)
  }

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

  /// The songs in playing order, including missing ones.
  var songs: [SetSong] { items.compactMap(\.song) }

  /// The plan, with absolute paths; parts in several lines are joined.
  var plan: StoredPlan { StoredPlan.onPresentScale(writtenPlan).renamingFiles(absolute) }

  var writtenPlan: String { Self.joined(items.lazy.flatMap(\.lines).compactMap(\.plan)) }

  private static func joined(_ parts: some Sequence<String>) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The path of a file named by the plan; `nil` if it does not depend on the playlist's folder.
  func absolute(_ name: String) -> String? { Self.absolute(name, in: folder) }

  private static func absolute(_ name: String, in folder: FilePath) -> String? {
    guard !name.hasPrefix("/"), !name.hasPrefix("~/") else { return nil }
    var names = FolderNames()
    let path = resolve(Array(name.utf8), in: folder, &names)
    // A plan is one line of text.
    return String(validating: path, as: UTF8.self).flatMap { $0.harmless == $0 ? $0 : nil }
  }

  /// A new line, with the line break of the others.
  func line(_ text: [UInt8]) -> SetLine { SetLine(text[...], ending: ending) }

  /// Adds the song at `path`, the last of `lines`.
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
    var range = RangeLines()
    for line in own { range.take(line.text) }
    let song = SetSong(path: path, range.range, hint: hint)
    items.append(Item(lines: own.filter { !$0.isAboutPlaylist }, song: song))
  }

  private static func resolve(
    _ path: [UInt8], in folder: FilePath, _ names: inout FolderNames
  ) -> [UInt8] {
    PathName.allBytes(of: withoutDetours(PlaylistPath.resolve(path, in: folder, &names)))
  }

  /// `path` without `.` and `..`, as in the list of songs. A `..` after a symbolic link is kept:
  /// without it, the path would name another file. Accesses the disk only for a `..`.
  private static func withoutDetours(_ path: FilePath) -> FilePath {
    let direct = path.lexicallyNormalized()
    guard path.components.contains(where: { $0.kind == .parentDirectory }) else { return direct }
    guard let file = FileIdentity(of: path), file != FileIdentity(of: direct) else { return direct }
    return path
  }

  /// Reads the entry of a list for the set `name`, without its songs.
  static func listed(_ name: SetName, _ bytes: [UInt8], in folder: FilePath) -> ListedSet {
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
          // Only the duration: parsing the names takes longer.
          set.add(length: information.flatMap(SongHint.seconds))
        }
        information = nil
      }
    }
    set.plan = StoredPlan.onPresentScale(joined(parts)).renamingFiles { absolute($0, in: folder) }
    return set
  }
}

// MARK: - Change

extension SetDocument {
  /// The bytes of `set`'s file: `known`, changed where songs or plan differ, or a new file.
  /// `relative` shortens the path of a new song or bell.
  static func bytes(
    of set: SongSet, from known: [UInt8]?, in folder: FilePath,
    relative: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }
  ) throws(SetProblem) -> [UInt8] {
    if let reason = set.songs.lazy.compactMap(\.unwritable).first {
      throw .file(set.name.text, reason: reason)
    }
    guard set.plan.line.utf8.allSatisfy({ $0 != 0x0A && $0 != 0x0D && $0 != 0 }) else {
      throw .file(set.name.text, reason: "its plan has a line break")
    }
    var document = SetDocument(known ?? [], in: folder)
    document.relative = relative
    var isChanged = known == nil
    if document.items.isEmpty { document.items = [.line(document.line(Array("#EXTM3U".utf8)))] }
    if document.setPlan(set.plan) { isChanged = true }
    if document.setSongs(set.songs) { isChanged = true }
    if isChanged { document.keepFirstLine() }
    let bytes = isChanged ? document.bytes : known ?? []
    guard bytes.count <= StoredSet.maximumByteCount else {
      throw .file(set.name.text, reason: StoredSet.tooLarge)
    }
    return bytes
  }

  /// Keeps the first bytes of a path from being taken for a byte order mark.
  private mutating func keepFirstLine() {
    guard let first = items.first?.lines.first, ByteOrderMark.isIn(first.text) else { return }
    items.insert(.line(line(Array("#EXTM3U".utf8))), at: 0)
  }

  /// Writes the plan in one line, or in none if it is empty. True if that is a change.
  private mutating func setPlan(_ plan: StoredPlan) -> Bool {
    let new = plan.line.harmless.trimmed
    guard new != self.plan.line else { return false }
    let line = Item.line(line(Array("#MEDITATE: \(spelled(StoredPlan(new)))".utf8)))
    let old = items.firstIndex { $0.isPlan }
    let place = old ?? items.firstIndex { !$0.isHeader } ?? items.count
    let tail = items[place...].filter { !$0.isPlan }
    items = items[..<place] + (new.isEmpty ? [] : [line]) + tail
    return true
  }

  /// `plan` with its old files spelled as they were.
  private func spelled(_ plan: StoredPlan) -> String {
    var known: [String: String] = [:]
    _ = StoredPlan(writtenPlan).renamingFiles { name in
      known[absolute(name) ?? name] = name
      return nil
    }
    return plan.renamingFiles { path in
      known[path] ?? relative(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }.line
  }

  /// Changes the songs. As many as possible keep their order and stay between the lines where they
  /// are; others move, with their lines, behind the song that they follow. True if that is a
  /// change.
  private mutating func setSongs(_ songs: [SetSong]) -> Bool {
    let (old, oldSongs) = (items.filter { $0.song != nil }, self.songs)
    let isSame = songs.count == old.count && zip(songs, oldSongs).allSatisfy { $0.isSame(as: $1) }
    guard !isSame else { return false }
    let sources = SongMatch.sources(of: songs, among: oldSongs)
    let matched = Set(sources.compactMap(\.self))
    let kept = SongMatch.kept(sources)
    let entries = zip(songs, sources).map { song, source in
      item(of: song, from: source.map { old[$0] })
    }
    // By the number of the old song in whose place they are: one that stays, with those that now
    // follow it; the first one also with those ahead of it. If none stays, all are in the first
    // place.
    var runs = kept.isEmpty ? [0: entries[...]] : [:]
    for (number, song) in kept.enumerated() {
      let end = number + 1 < kept.count ? kept[number + 1].place : entries.count
      runs[song.source] = entries[(number == 0 ? 0 : song.place)..<end]
    }
    var (result, number) = ([Item](), 0)
    for item in items {
      guard item.song != nil else {
        result.append(item)
        continue
      }
      result += runs[number] ?? []
      if !matched.contains(number) {
        result += item.lines.filter { $0.role == .comment }.map(Item.line)
      }
      number += 1
    }
    items = old.isEmpty ? result + entries : result
    return true
  }

  /// `song` with its old lines, as far as they still apply.
  private func item(of song: SetSong, from old: Item?) -> Item {
    guard var item = old, let stored = item.song else {
      let range = song.range.map { RangeLines.lines(of: $0).map(line) } ?? []
      let file = line(relative(song.file) ?? song.location)
      return Item(lines: [line(song.information)] + range + [file], song: song)
    }
    guard !song.isSame(as: stored) else { return item }
    item.song = song
    if let place = item.lines.lastIndex(where: { $0.role == .information }) {
      item.lines[place] = line(song.information)
    } else {
      item.lines.insert(line(song.information), at: item.lines.count - 1)
    }
    return item
  }
}

extension SetSong {
  /// True if the lines of `stored` would be the same for this song.
  fileprivate func isSame(as stored: SetSong) -> Bool { self == stored || reread == stored }
}

/// Finds the songs of an old list in a new one.
private enum SongMatch {
  /// A song that stays where it is: its index in the new list, and in the old one.
  typealias Kept = (place: Int, source: Int)

  /// For each of `songs`, its index in `old`; repeated songs are matched in order.
  static func sources(of songs: [SetSong], among old: [SetSong]) -> [Int?] {
    var places: [[UInt8]: [Int]] = [:]
    for (index, song) in old.enumerated().reversed() {
      places[song.path, default: []].append(index)
    }
    return songs.map { places[$0.path]?.popLast() }
  }

  /// The longest sequence of matches whose sources ascend, in n log n steps.
  ///
  /// Source: M. Fredman, "On computing the length of longest increasing subsequences" (1975).
  static func kept(_ sources: [Int?]) -> [Kept] {
    // For each length, the match with the least source that ends a sequence of that length.
    var ends: [Kept] = []
    var previous = [Int?](repeating: nil, count: sources.count)
    for (place, source) in sources.enumerated() {
      guard let source else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].source < source { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1].place : nil
      if low < ends.count { ends[low] = (place, source) } else { ends.append((place, source)) }
    }
    var kept: [Kept] = []
    var place = ends.last?.place
    while let found = place, let source = sources[found] {
      kept.append((found, source))
      place = previous[found]
    }
    return kept.reversed()
  }
}
