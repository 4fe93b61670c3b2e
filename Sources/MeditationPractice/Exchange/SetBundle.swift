import Glibc
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// A set with all its files in a ZIP archive, for another machine.
///
/// The archive has one folder: a playlist with relative paths, the songs beside it, and the files
/// of the plan (bells, layers, voices, the guide) in `sounds`.
package enum SetBundle {
  private static let soundFolder = "sounds/"

  // MARK: - Writing

  /// Writes `set` with all its files to the archive at `path`. Blocks on the disk, for long.
  ///
  /// - Parameters:
  ///   - home: The folder for `~` in the set's plan.
  ///   - replaces: True to overwrite a file at `path`.
  ///   - isWanted: Asked often; `false` cancels.
  /// - Throws: Also if a file is missing: the archive would be useless.
  package static func write(
    _ set: SongSet, to path: FilePath, home: FilePath?, replaces: Bool = false,
    while isWanted: @escaping () -> Bool = { true }
  ) throws(ArchiveProblem) {
    let name = SafeName.of(set.name.text)
    let (folder, playlist) = (name + "/", name + ".m3u8")
    var names = ArchiveNames(taken: playlist)
    for song in set.songs { names.add(song.file, in: "") }
    for sound in try sounds(of: set) { names.add(sound, in: soundFolder) }
    let document: [UInt8]
    do throws(SetProblem) {
      document = try SetDocument.bytes(of: set, from: Array("#EXTM3U\n".utf8), in: "/") {
        [names] path in names.name(of: path).map { Array($0.utf8) }
      }
    } catch {
      if case .file(_, let reason) = error { throw ArchiveProblem(reason: reason) }
      throw ArchiveProblem(reason: "the set cannot be written as a playlist")
    }
    var problem: ArchiveProblem?
    do throws(Errno) {
      let isWritten = try AtomicFile.write(
        to: path, existing: replaces ? .updated : .kept, permissions: .ofNewFile, if: isWanted
      ) { file in
        do {
          var zip = ZipWriter(file, isWanted: isWanted)
          try zip.add(document, named: folder + playlist, modified: time(nil))
          for (path, name) in names.all {
            try add(file: path, named: folder + name, to: &zip, home: home)
          }
          try zip.finish()
        } catch let known as ArchiveProblem {
          problem = known
          throw Errno.canceled
        }
      }
      if !isWritten { problem = .interrupted }
    } catch .fileExists {
      throw ArchiveProblem(reason: "it exists already")
    } catch {
      throw problem ?? ArchiveProblem(reason: ErrnoClause.writing(error))
    }
    if let problem { throw problem }
  }

  /// The paths of the plan's files, as written there.
  private static func sounds(of set: SongSet) throws(ArchiveProblem) -> [[UInt8]] {
    do throws(LineError) {
      return try set.plan.files().map { Array($0.name.utf8) }
    } catch {
      throw ArchiveProblem(reason: "its plan is not valid (\(error))")
    }
  }

  /// Adds the file at `path`, which may begin with `~`.
  private static func add(
    file path: [UInt8], named name: String, to zip: inout ZipWriter, home: FilePath?
  ) throws {
    let isOfHome = path.starts(with: "~/".utf8)
    let path =
      isOfHome && home != nil
      ? PathName.path(PathName.allBytes(of: home ?? "") + path.dropFirst()) : PathName.path(path)
    let shown = CleanText.clean(path.string)
    let (source, status): (FileDescriptor, Stat)
    do {
      source = try .open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      status = try source.stat()
    } catch {
      throw ArchiveProblem(reason: "\(shown): \(ErrnoClause.reading(error, of: path))")
    }
    try source.closeAfter {
      if let reason = FileTypeClause.of(status.type) {
        throw ArchiveProblem(reason: "\(shown): \(reason)")
      }
      do {
        try zip.add(
          source, named: name, size: UInt64(status.size),
          modified: status.rawValue.st_mtim.tv_sec)
      } catch is ZipWriter.Changed {
        throw ArchiveProblem(reason: "\(shown) changed while it was read")
      }
    }
  }

  // MARK: - Reading

  /// Unpacks the archive at `path` into a new folder in `parent`. Both set and folder get the set's
  /// name, or the first free one after it, such as "Evening 2". Blocks on the disk, for long.
  ///
  /// - Parameters:
  ///   - names: Names that the set must not get.
  ///   - isWanted: Asked often; `false` cancels.
  /// - Returns: The set, with paths into the folder.
  /// - Throws: Then everything unpacked is deleted.
  package static func unpack(
    _ path: FilePath, into parent: FilePath, besides names: [SetName] = [],
    while isWanted: () -> Bool = { true }
  ) throws(ArchiveProblem) -> (set: SongSet, folder: FilePath) {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        let status = try file.stat()
        if let reason = FileTypeClause.of(status.type) { throw ArchiveProblem(reason: reason) }
        return try unpack(
          ZipReader(file, size: UInt64(status.size)), into: absolute(parent),
          besides: Set(names), while: isWanted)
      }
    } catch let problem as ArchiveProblem {
      throw problem
    } catch {
      throw ArchiveProblem(reason: ErrnoClause.reading(error, of: path))
    }
  }

  private static func unpack(
    _ zip: ZipReader, into parent: FilePath, besides taken: Set<SetName>, while isWanted: () -> Bool
  ) throws -> (set: SongSet, folder: FilePath) {
    let playlist = try playlist(of: zip)
    let base = playlist.name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = try NewFolder(in: parent)
    do {
      // Files outside the playlist's folder are not part of the set.
      for entry in zip.entries where entry.name.starts(with: playlist.name[..<base]) {
        try folder.add(entry.name[base...], of: entry, from: zip, while: isWanted)
      }
      let hidden = try SetExport.read(folder.path.appending(path: playlist.name[base...]))
      try check(hidden, isIn: folder.path)
      markSounds(of: hidden, in: folder.path)
      let names = (1...10_000).lazy.map(hidden.name.asNew.numbered).filter { !taken.contains($0) }
      let free = try names.first { name in
        try folder.move(to: parent.appending(SafeName.of(name.text)))
      }
      guard let free else {
        throw ArchiveProblem(reason: "too many sets have its name", isOfFolder: true)
      }
      var set = try SetExport.read(folder.path.appending(path: playlist.name[base...]))
      set.name = free
      return (set, folder.path)
    } catch {
      FileTree.delete(folder.path)
      if case .file(_, let reason)? = error as? SetProblem { throw ArchiveProblem(reason: reason) }
      throw error
    }
  }

  /// Marks the folder of sounds as one without music, so that bells are not listed as songs.
  /// Players on Android honour the mark.
  private static func markSounds(of set: SongSet, in folder: FilePath) {
    let sounds = folder.appending(String(soundFolder.dropLast()))
    guard !set.songs.contains(where: { PathName.path($0.path).starts(with: sounds) }) else {
      return
    }
    // An archive without sounds has no such folder.
    try? FileDescriptor.open(
      sounds.appending(".nomedia"), .writeOnly, options: [.create, .closeOnExec],
      permissions: [.ownerReadWrite, .groupRead, .otherRead]
    ).close()
  }

  /// `folder` as in the paths of a set's songs: absolute, without `.` and `..`.
  private static func absolute(_ folder: FilePath) -> FilePath {
    guard folder.isRelative || folder.components.contains(where: { $0.kind != .regular }) else {
      return folder
    }
    return (folder.isEmpty ? "." : folder).resolved ?? folder
  }

  /// The playlist that is nearest to the archive's root.
  private static func playlist(of zip: ZipReader) throws(ArchiveProblem) -> ZipReader.Entry {
    func depth(_ entry: ZipReader.Entry) -> Int {
      entry.name.count { $0 == UInt8(ascii: "/") }
    }
    let playlists = zip.entries.filter { PathName.ending(ofName: $0.name) == "m3u8" }
    guard let first = playlists.min(by: { depth($0) < depth($1) }) else {
      throw ArchiveProblem(reason: "there is no set in it, which would be a '.m3u8' file")
    }
    guard playlists.count(where: { depth($0) == depth(first) }) == 1 else {
      throw ArchiveProblem(reason: "there are several sets in it")
    }
    return first
  }

  /// Refuses a set that is incomplete, or that names files elsewhere.
  private static func check(_ set: SongSet, isIn folder: FilePath) throws(ArchiveProblem) {
    for path in try set.songs.map(\.file) + sounds(of: set) {
      let file = PathName.path(path)
      let isBelow = file.starts(with: folder) && !file.components.contains { $0.kind != .regular }
      guard isBelow, file.isThere else {
        // The user knows the folder by another name.
        let base = PathName.allBytes(of: folder) + [UInt8(ascii: "/")]
        let named = path.starts(with: base) ? path.dropFirst(base.count) : path[...]
        let shown = CleanText.clean(String(decoding: named, as: UTF8.self))
        throw ArchiveProblem(reason: "the set names a file that is not in it: \(shown)")
      }
    }
  }
}

/// The names of a set's files in its archive, by their paths. A file used twice is stored once.
private struct ArchiveNames {
  /// In the order in which they were added.
  private(set) var all: [(path: [UInt8], name: String)] = []
  private var names: [[UInt8]: String] = [:]
  /// In lower case, because some systems ignore case.
  private var taken: Set<String>

  init(taken name: String) { taken = [name.lowercased()] }

  func name(of path: [UInt8]) -> String? { names[path] }

  mutating func add(_ path: [UInt8], in folder: String) {
    guard names[path] == nil else { return }
    let last = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    let safe = SafeName.of(String(decoding: last, as: UTF8.self))
    let ending = PathName.ending(ofName: Array(safe.utf8)).map { "." + safe.suffix($0.count) } ?? ""
    let stem = safe.dropLast(ending.count)
    var (name, number) = (folder + safe, 1)
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(folder)\(stem) \(number)\(ending)"
    }
    names[path] = name
    all.append((path, name))
  }
}

/// File names that every system and player accepts.
private enum SafeName {
  /// `name` with `_` for what Windows forbids, and for a beginning like that of a comment, an
  /// option or a hidden file.
  static func of(_ name: String) -> String {
    let forbidden: Set<Character> = ["\\", "/", ":", "*", "?", "\"", "<", ">", "|", "\u{FFFD}"]
    var text = String(CleanText.clean(name).map { forbidden.contains($0) ? "_" : $0 })
    // Leaves room for a number. The new beginning is checked like any other.
    while text.utf8.count > 240 { text.removeFirst() }
    if let first = text.first, "#.- ".contains(first) { text = "_" + text.dropFirst() }
    if let last = text.last, ". ".contains(last) { text = text.dropLast() + "_" }
    return text.isEmpty ? "_" : text
  }
}
