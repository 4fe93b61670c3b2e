import MeditationCore
import MeditationEngine
import MeditationPlan
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// The files of the plan: bells, layers, voices and guides. Each is read before it becomes part of
/// the plan. A bell is never music at the same time.
@MainActor package final class PlanFiles {
  /// True to read files on the main actor, for a virtual clock: nothing may happen meanwhile.
  /// Otherwise each has a thread, while the session goes on.
  package var blocks = false
  /// The largest file of a guide, in bytes.
  private nonisolated static let largestGuide = 1 << 20

  private let session: MeditationViewModel
  private let files: SongFiles
  private let engine: any PlaybackEngine
  private let followers: Followers
  /// The files of bells that are longer than a bell may be.
  private var cut: Set<String> = []
  /// The lengths of voices and layers that were opened; `nil` if the file does not state it.
  private var lengths: [String: Duration?] = [:]
  private var guides: [String: [Guide.Line]] = [:]

  init(
    of session: MeditationViewModel, files: SongFiles, engine: any PlaybackEngine,
    followers: Followers
  ) {
    (self.session, self.files, self.engine, self.followers) = (session, files, engine, followers)
  }

  /// True if a bell of the plan is a file of which only the beginning is heard.
  package var isCut: Bool { current.contains(where: cut.contains) }

  package func isBell(_ index: Int) -> Bool { current.contains { isSong(index, at: $0) } }

  /// The index of a song that is a bell of the plan, and is not picked.
  var unpickedSong: Int? { current.lazy.compactMap { self.song(at: $0, isPicked: false) }.first }

  /// The index of the picked song whose file `change` makes a bell.
  func pickedSong(servingAs change: PlanChange) -> Int? {
    PlanStep.change(change).files.lazy.filter { $0.use == .bell }
      .compactMap { self.song(at: $0.name, isPicked: true) }.first
  }

  /// `changes` with the paths of their files and what was read of them. The plan's bell replaces a
  /// bell that cannot be read; another such file stays in the plan. Waits only if there are files.
  ///
  /// - Parameter onFailure: Called for each file that cannot be read; ends this if it throws.
  func resolved<Failure>(
    _ changes: [PlanChange], onFailure: (PlanFile, _ reason: String) throws(Failure) -> Void
  ) async throws(Failure) -> [PlanChange] {
    var resolved: [PlanChange] = []
    for change in changes {
      var paths: [String: String] = [:]
      for (name, use) in PlanStep.change(change).files {
        do throws(SongDecodingError) { paths[name] = try await readPath(of: name, as: use) } catch {
          try onFailure(use, error.reason)
        }
      }
      resolved.append(
        change.mappingFiles { name, _ in paths[name] }
          .completed(length: { lengths[$0] ?? nil }, lines: { guides[$0] ?? [] }))
    }
    return resolved
  }

  private func readPath(of name: String, as use: PlanFile) async throws(SongDecodingError) -> String
  {
    let path = files.base.path(of: name)
    // Plans are shown on terminals and written as lines.
    guard QuotedInput.cleaned(path.unicodeScalars) == path else {
      throw SongDecodingError("its path contains control characters")
    }
    do throws(SongDecodingError) {
      switch use {
      case .bell:
        let isCut = try await read { [engine] () throws(SongDecodingError) in
          try engine.load(bell: path)
        }
        if isCut {
          cut.insert(path)
          followers.tell(.bellCut(QuotedInput(name).text))
        } else {
          cut.remove(path)
        }
      case .layer, .voice:
        lengths[path] = try await read { [engine] () throws(SongDecodingError) in
          try engine.length(ofFile: path)
        }
      case .guide:
        guides[path] = try await read { () throws(SongDecodingError) in
          try Self.lines(ofGuide: path)
        }
      }
    } catch {
      throw SongDecodingError("\(QuotedInput(name).text): \(error.reason)")
    }
    return path
  }

  /// The result of `work`, which blocks on the disk.
  func read<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if blocks { return try work() }
    return try await SystemThread.run("plan file", work)
  }

  /// The lines of the guide at `path`. Blocks on the disk.
  package nonisolated static func lines(
    ofGuide path: String
  ) throws(SongDecodingError) -> [Guide.Line] {
    do throws(BoundedFile.Failure) {
      let file = try BoundedFile(at: FilePath(path), limit: largestGuide)
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw BoundedFile.Failure.unreadable("it is not a text in UTF-8")
      }
      do throws(GuideText.Problem) { return try GuideText.parse(text) } catch {
        throw BoundedFile.Failure.unreadable(error.reason)
      }
    } catch {
      throw SongDecodingError(error.clause)
    }
  }

  /// Reads the files of plans that are only shown.
  var reader: PlanFileReader {
    PlanFileReader(base: files.base) { [engine] path throws(SongDecodingError) in
      try engine.length(ofFile: path)
    }
  }

  func preview(_ changes: [PlanChange]) {
    let isChosen = changes.contains { if case .bell = $0 { true } else { false } }
    guard isChosen, session.phase != .listening else { return }
    engine.preview(session.state.plan.bell)
  }

  private var current: [String] { session.state.plan.sounds.compactMap(\.path) }

  private func song(at bell: String, isPicked: Bool) -> Int? {
    session.songs.indices.first {
      session.songs[$0].mode.isInSession == isPicked && isSong($0, at: bell)
    }
  }

  private func isSong(_ index: Int, at bell: String) -> Bool {
    files.base.absolute(files.path(of: index)).string == bell
  }
}

/// Reads the files of a plan that is only shown: the lengths of voices, the lines of a guide. A
/// file that cannot be read is shown without them.
package struct PlanFileReader: Sendable {
  private let base: BaseFolders
  private let length: @Sendable (String) throws(SongDecodingError) -> Duration?

  /// - Parameter length: The length of the sound at a path; `nil` if it is unknown.
  package init(
    base: BaseFolders, length: @escaping @Sendable (String) throws(SongDecodingError) -> Duration?
  ) {
    (self.base, self.length) = (base, length)
  }

  /// `change` with the contents of its files. Blocks on the disk.
  func completed(_ change: PlanChange) -> PlanChange {
    change.completed(
      length: { (try? length(base.path(of: $0))) ?? nil },
      lines: { (try? PlanFiles.lines(ofGuide: base.path(of: $0))) ?? [] })
  }
}

extension PlanChange {
  /// The change with the lengths of its voices and the lines of its guide, by their paths.
  fileprivate func completed(
    length: (String) -> Duration?, lines: (String) -> [Guide.Line]
  ) -> PlanChange {
    func complete(_ voice: Voice) -> Voice {
      var voice = voice
      voice.length = length(voice.path)
      return voice
    }
    return switch self {
    case .voice(let voice): .voice(complete(voice))
    case .voices(let voices): .voices(voices.map(complete))
    case .guide(let guide?): .guide(Guide(guide.path, lines: lines(guide.path)))
    default: self
    }
  }
}
