import CommandLanguage
import MeditationCore
import Playback
import Score
import Screens
import SystemPackage
import Text

/// The files that are bells of the plan: each is read before it becomes one, and is never music at the
/// same time.
@MainActor public final class BellFiles {
  private let session: MeditationViewModel
  private let files: SongFiles
  private let engine: any PlaybackEngine
  private let notices: Notices
  /// The files of bells that were read, and of which only the beginning is heard.
  private var cut: Set<String> = []

  init(
    of session: MeditationViewModel, files: SongFiles, engine: any PlaybackEngine, notices: Notices
  ) {
    (self.session, self.files, self.engine, self.notices) = (session, files, engine, notices)
  }

  /// Whether a bell of the plan is a file of which only the beginning is heard.
  public var isCut: Bool { current.contains(where: cut.contains) }

  /// Whether the file of the song at `index` is a bell of the plan.
  public func isBell(_ index: Int) -> Bool { current.contains { isSong(index, at: $0) } }

  /// The index of a song that is a bell of the plan, and is not picked.
  var unpickedSong: Int? { current.lazy.compactMap { self.song(at: $0, isPicked: false) }.first }

  /// The index of the picked song whose file `change` makes a bell.
  func pickedSong(servingAs change: PlanChange) -> Int? {
    PlanStep.change(change).files.lazy.compactMap { self.song(at: $0, isPicked: true) }.first
  }

  /// `change` with the paths of its files, which have been read. Blocks while it reads.
  func resolved(_ change: PlanChange) throws(DecodingError) -> PlanChange {
    try change.mappingFiles { name throws(DecodingError) in try readPath(of: name) }
  }

  /// The same, but strikes the plan's bell in place of a file that cannot be read.
  ///
  /// - Parameter onFailure: Called with the reason for each file.
  func resolved(
    _ change: PlanChange, onFailure: (DecodingError) -> Void
  ) -> PlanChange {
    change.mappingFiles { name in
      do throws(DecodingError) {
        return try readPath(of: name)
      } catch {
        onFailure(error)
        return nil
      }
    }
  }

  /// The path of the file that has been read.
  private func readPath(of name: String) throws(DecodingError) -> String {
    let path = files.base.path(of: name)
    // Plans are shown on terminals and written as lines.
    guard QuotedInput.cleaned(path.unicodeScalars) == path else {
      throw DecodingError("its path contains control characters")
    }
    do throws(DecodingError) {
      if try engine.load(bell: path).isCut {
        cut.insert(path)
        notices.send(.bellCut(QuotedInput(name).text))
      } else {
        cut.remove(path)
      }
    } catch {
      throw DecodingError("\(QuotedInput(name).text): \(error.reason)")
    }
    return path
  }

  /// Strikes the bell that `changes` chose, unless a session plays.
  func preview(_ changes: [PlanChange]) {
    let isChosen = changes.contains { if case .bell = $0 { true } else { false } }
    guard isChosen, session.phase != .listening else { return }
    engine.preview(session.state.plan.bell)
  }

  /// The files of the plan's bells.
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
