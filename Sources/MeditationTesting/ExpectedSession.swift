public import MeditationCore
import MeditationPlan

/// The expected outcome of a step: the modes before it, except where an expectation sets them, and
/// the state. With ``ScriptedSession/Exhaustivity/off`` it starts from the modes after the step,
/// and only those that an expectation sets are checked.
///
/// A song is given by its index in the list after the step, from 0, by its title, or by itself. One
/// that is not in the list fails the test.
@MainActor public struct ExpectedSession {
  private nonisolated static let longest = 20

  /// The modes that an expectation set, by the ids of the songs.
  private var stated: [SongID: SongMode] = [:]
  /// Mistakes in the expectation, such as songs that do not exist.
  private var mistakes: [String] = []

  /// The state of the session.
  ///
  /// With ``ScriptedSession/Exhaustivity/whole`` it is the state before the step, and every property
  /// that the step changes must be set. Otherwise it is the state after: only what you set is checked.
  ///
  /// ```swift
  /// session.perform(.pause) { $0.state.pauseCause = .user }
  /// ```
  public var state: SessionState

  private let session: MeditationViewModel
  /// The modes before the step of the songs that changed, by id.
  private let before: [SongID: SongMode]

  init(of session: MeditationViewModel, before: [SongID: SongMode], state: SessionState) {
    self.session = session
    self.before = before
    self.state = state
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

  /// The songs' modes and the state's properties that are not as expected, a line each, if any.
  func difference(after step: @autoclosure () -> String) -> String? {
    let wrong = concerned.filter { $0.mode != expected($0) }.map {
      "$0[\($0.index)] = \($0.mode.code)  // \($0.title), expected \(expected($0).code)"
    }
    let modes = Self.list(
      "The modes after \(step()) are not as expected. They are:", wrong, after: mistakes)
    let properties = Self.list(
      "The state after \(step()) is not as expected:",
      StateDifference.lines(of: session.state, from: state) { "\($0), expected \($1)" }
        .map { "$0.state.\($0)" })
    let differences = [modes, properties].compactMap(\.self)
    return differences.isEmpty ? nil : differences.joined(separator: "\n")
  }

  /// `title`, `mistakes` and the first of `lines`, each on a line of its own; `nil` if there is none.
  nonisolated static func list(
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

enum StateDifference {
  /// A line for each property that differs: its name, and what `text` makes of the two values.
  static func lines(
    of state: SessionState, from other: SessionState, _ text: (String, String) -> String
  ) -> [String] {
    guard state != other else { return [] }
    return lines(of: state, from: other, name: "", text)
  }

  private static func lines(
    of value: Any, from other: Any, name: String, _ text: (String, String) -> String
  ) -> [String] {
    guard value as? AnyHashable != other as? AnyHashable else { return [] }
    let properties = Mirror(reflecting: value)
    guard properties.displayStyle == .struct, !(value is any CustomStringConvertible) else {
      return ["\(name): \(text(PlanChange.text(of: value), PlanChange.text(of: other)))"]
    }
    return zip(properties.children, Mirror(reflecting: other).children).flatMap { property, other in
      let label = property.label ?? ""
      return lines(
        of: property.value, from: other.value, name: name.isEmpty ? label : "\(name).\(label)", text
      )
    }
  }
}

extension SongMode {
  /// The mode as Swift code, to copy into a test.
  fileprivate var code: String {
    switch self {
    case .picking(let role): ".picking(.\(role))"
    case .listening(let role): ".listening(.\(role))"
    }
  }
}
