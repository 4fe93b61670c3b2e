import CommandLanguage
import MeditationCore
import Platform
import Practice
import SystemPackage

/// What the practice needs of the session, and what screens make of commands.
extension SessionController {
  /// What the journal keeps of the song at `index`.
  func sitSong(_ index: Int) -> SitSong {
    SitSong(path: pathBytes(ofSong: index), title: session.songs[index].title)
  }

  /// What a set keeps of the song at `index`.
  func setSong(_ index: Int) -> SetSong {
    let song = session.songs[index]
    return SetSong(
      path: pathBytes(ofSong: index), title: song.title, artist: song.subtitle, length: song.length)
  }

  private func pathBytes(ofSong index: Int) -> [UInt8] {
    PathName.allBytes(of: baseFolders.absolute(path(of: index)))
  }

  /// The indices of the songs at `paths`, which join the list if they are not in it; `nil` where a
  /// file cannot be played. A path that comes twice means two rows. Waits while files are read.
  func indices(ofSongsAt paths: [[UInt8]]) async -> [Int?] {
    let present = presentIndices(ofSongsAt: paths)
    let files = zip(paths, present).filter { $0.1 == nil }.map { PathName.path($0.0) }
    guard !files.isEmpty, let practice else { return present }
    var read: [FilePath: [SongViewModel]] = [:]
    for (file, song) in zip(files, await practice.services.readSongs(files)).reversed() {
      if let song { read[file, default: []].append(song) }
    }
    // Songs may have joined the list meanwhile.
    var indices = presentIndices(ofSongsAt: paths)
    var next = session.songs.count + arriving.count
    var joining: (songs: [SongViewModel], paths: [FilePath]) = ([], [])
    for place in indices.indices where indices[place] == nil {
      let file = PathName.path(paths[place])
      guard let song = read[file]?.popLast() else { continue }
      indices[place] = next
      next += 1
      joining.songs.append(song)
      joining.paths.append(file)
    }
    joinedPaths.formUnion(joining.paths)
    append(songs: joining.songs, paths: joining.paths)
    return indices
  }

  /// The indices of those of the songs at `paths` that are in the list, or wait to join it.
  private func presentIndices(ofSongsAt paths: [[UInt8]]) -> [Int?] {
    var rows: [[UInt8]: [Int]] = [:]
    let wanted = Set(paths)
    // Songs that wait to join the list, which `load` takes in.
    for (offset, item) in arriving.enumerated().reversed() {
      let path = PathName.allBytes(of: baseFolders.absolute(item.path))
      if wanted.contains(path) {
        rows[path, default: []].append(session.songs.count + offset)
      }
    }
    for index in session.songs.indices.reversed() {
      let path = pathBytes(ofSong: index)
      if wanted.contains(path) { rows[path, default: []].append(index) }
    }
    return paths.map { path in rows[path]?.popLast() }
  }

  /// `back`: from a session to picking, from the picker to home.
  func back(for client: Client) -> Reply {
    guard session.phase == .picking, let practice else {
      return outcome(session.perform(.back), of: .action(.back))
    }
    guard client.screen != .home else { return practice.perform(.home, for: client) }
    return practice.leavePicker(for: client)
      ?? outcome(session.perform(.back), of: .action(.back))
  }

  /// The command in `line`, which is a length alone, on the home screen: `20m` sits.
  func lengthAtHome(_ line: String, _ client: Client) -> Command? {
    guard client.screen == .home, session.phase == .picking, practice != nil,
      case .practice(.sit(.length(let length)))? = try? CommandParser.parse("sit \(line)")
    else { return nil }
    return .practice(.sit(.length(length)))
  }

  /// The answer to a command that means something else on the home screen.
  func fromHome(_ command: Command, _ client: Client) -> Reply? {
    guard client.screen == .home, session.phase == .picking, let practice else { return nil }
    switch command {
    case .numbers(let ranges):
      guard let range = ranges.first, ranges.count == 1, range.last == range.first else {
        return .declined(.oneSetAtOnce)
      }
      // After 'sit', a number that is no row is minutes; alone, it is only a row.
      do throws(PracticeRefusal) { _ = try practice.stored(.number(range.first)) } catch {
        return .declined(error)
      }
      return practice.perform(.sit(.set(.number(range.first))), for: client)
    case .show(.status): return practice.perform(.home, for: client)
    case .show(.list): return practice.openPicker(for: client)
    case .show(.info(_?)) where practice.services.openLibrary != nil && !libraryIsOpen:
      return .declined(.songsNotOpen)
    // Home shows what is picked, and so it can be cleared there.
    case .unpick(.all) where !session.songs.isEmpty: return nil
    case .pick, .unpick, .invert, .find, .action(.sort), .action(.shuffle), .shuffle:
      // These are about the list, which is read when the picker is opened.
      guard practice.services.openLibrary == nil || libraryIsOpen else {
        return .declined(.songsNotOpen)
      }
      client.screen = .songs
      return nil
    default: return nil
    }
  }
}
