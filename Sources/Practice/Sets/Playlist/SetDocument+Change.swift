import CommandLanguage
import Platform
import SystemPackage
import Text

extension SetDocument {
  /// The bytes of `set`'s file: `known`, changed where songs or plan differ.
  ///
  /// - Parameters:
  ///   - known: The present file, returned as it is if nothing differs; `nil` for a new file.
  ///   - folder: The folder of relative paths.
  ///   - relative: A shorter spelling of the path of a new song or bell.
  static func bytes(
    of set: SongSet, from known: [UInt8]?, in folder: FilePath,
    relative: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }
  ) throws(SetProblem) -> [UInt8] {
    if let reason = set.songs.lazy.compactMap(\.unwritable).first {
      throw .file(set.name.text, reason: reason)
    }
    guard set.plan.utf8.allSatisfy({ $0 != 0x0A && $0 != 0x0D && $0 != 0 }) else {
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

  /// Writes the plan in one line, or in none if it is empty.
  ///
  /// - Returns: Whether this is a change.
  private mutating func setPlan(_ plan: String) -> Bool {
    let new = plan.harmless.trimmed
    guard new != self.plan else { return false }
    let line = Item.line(line(Array("#MEDITATE: \(spelled(new))".utf8)))
    let old = items.firstIndex { $0.isPlan }
    let place = old ?? items.firstIndex { !$0.isHeader } ?? items.count
    let tail = items[place...].filter { !$0.isPlan }
    items = items[..<place] + (new.isEmpty ? [] : [line]) + tail
    return true
  }

  /// `plan` with the files that it had spelled as they were.
  private func spelled(_ plan: String) -> String {
    var known: [String: String] = [:]
    _ = PlanText.renamingFiles(of: writtenPlan) { name in
      known[absolute(name) ?? name] = name
      return nil
    }
    return PlanText.renamingFiles(of: plan) { path in
      known[path] ?? relative(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Changes the songs. The largest number of songs that keep their order stay between the lines
  /// where they are; others move, with their lines, behind the song that they follow.
  ///
  /// - Returns: Whether this is a change.
  private mutating func setSongs(_ songs: [SetSong]) -> Bool {
    let old = items.compactMap(\.entry)
    let isSame =
      songs.count == old.count && zip(songs, old).allSatisfy { $0.isSame(as: $1.song) }
    guard !isSame else { return false }
    let sources = SongMatch.sources(of: songs, among: old.map(\.song))
    let matched = Set(sources.compactMap(\.self))
    let kept = SongMatch.kept(sources)
    let entries = zip(songs, sources).map { song, source in
      Item.entry(entry(of: song, from: source.map { old[$0] }))
    }
    var result: [Item] = []
    var (number, written, stay) = (0, 0, 0)
    for item in items {
      guard let entry = item.entry else {
        result.append(item)
        continue
      }
      if kept.isEmpty || kept.first?.source == number {
        // The new songs before the first that stays, or all if none does.
        let end = kept.first?.place ?? entries.count
        result += entries[written..<max(end, written)]
        written = max(end, written)
      }
      if stay < kept.count, kept[stay].source == number {
        // The song that stays, and those that follow it now.
        let end = stay + 1 < kept.count ? kept[stay + 1].place : entries.count
        result += entries[kept[stay].place..<end]
        written = end
        stay += 1
      } else if !matched.contains(number) {
        result += entry.lines.filter { $0.role == .comment }.map(Item.line)
      }
      number += 1
    }
    items = result + entries[written...]
    return true
  }

  /// `song` with the lines that it has, as far as they still apply.
  private func entry(of song: SetSong, from old: Entry?) -> Entry {
    guard var entry = old else {
      return Entry(
        lines: [line(song.information), line(relative(song.path) ?? song.location)], song: song)
    }
    guard !song.isSame(as: entry.song) else { return entry }
    entry.song = song
    if let place = entry.lines.lastIndex(where: { $0.role == .information }) {
      entry.lines[place] = line(song.information)
    } else {
      entry.lines.insert(line(song.information), at: entry.lines.count - 1)
    }
    return entry
  }
}

extension SetSong {
  /// Whether the lines of `stored` say what this song's would say.
  fileprivate func isSame(as stored: SetSong) -> Bool { self == stored || reread == stored }
}

extension SetDocument.Item {
  fileprivate var isPlan: Bool { lines.first?.plan != nil }
  fileprivate var isHeader: Bool { lines.first?.role == .header }
}
