public import MeditationCore

/// The modes that a step is to leave: those before it, except where an expectation sets them.
///
/// A song is given by its index in the list as the step leaves it, from 0, by its title, or by
/// itself. A song that the list does not have fails the test. Reading and setting a mode by index or
/// song takes constant time.
@MainActor public struct ExpectedModes {
  /// The most lines of a difference.
  private static let longest = 20

  /// The modes that an expectation set, by the ids of the songs.
  private var stated: [Int: SongMode] = [:]
  /// Mistakes in the expectation, such as songs that do not exist.
  private var mistakes: [String] = []

  private let session: MeditationViewModel
  /// The modes before the step of the songs that changed, by id.
  private let before: [Int: SongMode]

  init(of session: MeditationViewModel, before: [Int: SongMode]) {
    self.session = session
    self.before = before
  }

  /// The mode of the song at `index` in the list, from 0.
  public subscript(index: Int) -> SongMode {
    mutating get { song(at: index).map(expected) ?? .picking(.unselected) }
    set { song(at: index).map { stated[$0.id] = newValue } }
  }

  /// The mode of the only song with this title.
  public subscript(title: String) -> SongMode {
    mutating get { song(titled: title).map(expected) ?? .picking(.unselected) }
    set { song(titled: title).map { stated[$0.id] = newValue } }
  }

  /// The mode of `song`.
  public subscript(song: SongViewModel) -> SongMode {
    mutating get { own(song).map(expected) ?? .picking(.unselected) }
    set { own(song).map { stated[$0.id] = newValue } }
  }

  /// The modes of all songs, in the order of the list.
  public var all: [SongMode] {
    get { session.songs.map(expected) }
    set {
      guard newValue.count == session.songs.count else {
        return mistakes.append(
          "\(newValue.count) modes are expected, but the list has \(session.songs.count) songs")
      }
      for (song, mode) in zip(session.songs, newValue) { stated[song.id] = mode }
    }
  }

  /// The songs whose modes are not the expected ones, a line each; `nil` if there is none.
  func difference(after step: @autoclosure () -> String) -> String? {
    let wrong = concerned.filter { $0.mode != expected($0) }.map {
      "\($0.index + 1) \($0.title): \($0.mode), expected \(expected($0))"
    }
    return Self.list("The modes after \(step()) are not as expected:", wrong, after: mistakes)
  }

  /// `title`, `mistakes` and the first of `lines`, each on a line of its own; `nil` if there is none.
  static func list(
    _ title: @autoclosure () -> String, _ lines: [String], after mistakes: [String] = []
  ) -> String? {
    let all =
      mistakes + lines.prefix(longest)
      + (lines.count > longest ? ["… and \(lines.count - longest) more"] : [])
    guard !all.isEmpty else { return nil }
    return ([title()] + all).joined(separator: "\n  ")
  }

  /// The songs that changed, or whose mode an expectation set, in the order of the list.
  private var concerned: [SongViewModel] {
    Set(before.keys).union(stated.keys).compactMap(session.song(id:))
      .sorted { $0.index < $1.index }
  }

  /// The expected mode of `song`.
  private func expected(_ song: SongViewModel) -> SongMode {
    stated[song.id] ?? before[song.id] ?? song.mode
  }

  private mutating func song(at index: Int) -> SongViewModel? {
    guard session.songs.indices.contains(index) else {
      mistakes.append("there is no song at index \(index): the list has \(session.songs.count)")
      return nil
    }
    return session.songs[index]
  }

  private mutating func song(titled title: String) -> SongViewModel? {
    let songs = session.songs.filter { $0.title == title }
    guard songs.count == 1 else {
      mistakes.append("\(songs.isEmpty ? "no" : "more than one") song is called '\(title)'")
      return nil
    }
    return songs.first
  }

  private mutating func own(_ song: SongViewModel) -> SongViewModel? {
    guard session.song(id: song.id) === song else {
      mistakes.append("'\(song.title)' is not in the list")
      return nil
    }
    return song
  }
}
