import MeditationCore
import Playback
import Score
import Screens
import SystemPackage
import Text

/// The file that is the bell of the plan: it is read before it becomes the bell, and is never music
/// at the same time.
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

  /// Whether the bell of the plan is a file of which only the beginning is heard.
  public var isCut: Bool { current.map(cut.contains) ?? false }

  /// Whether the file of the song at `index` is the bell of the plan.
  public func isBell(_ index: Int) -> Bool { current.map { isSong(index, at: $0) } ?? false }

  /// The index of the song that is the bell of the plan, and is not picked.
  var unpickedSong: Int? { current.flatMap { song(at: $0, isPicked: false) } }

  /// The index of the picked song whose file `change` makes the bell.
  func pickedSong(servingAs change: PlanChange) -> Int? {
    guard case .bell(.file(let bell)) = change else { return nil }
    return song(at: bell, isPicked: true)
  }

  /// `change` with the path of its file, which has been read, if it has one. Blocks while it reads.
  func resolved(_ change: PlanChange) throws(DecodingError) -> PlanChange {
    guard case .bell(.file(let name)) = change else { return change }
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
    return .bell(.file(path))
  }

  /// Strikes the bell that `changes` chose, unless a session plays.
  func preview(_ changes: [PlanChange]) {
    let isChosen = changes.contains { if case .bell = $0 { true } else { false } }
    guard isChosen, session.phase != .listening else { return }
    engine.preview(session.state.plan.bell)
  }

  /// The file of the plan's bell; `nil` if it has a built-in one.
  private var current: String? {
    guard case .file(let bell) = session.state.plan.bell.sound else { return nil }
    return bell
  }

  private func song(at bell: String, isPicked: Bool) -> Int? {
    session.songs.indices.first {
      session.songs[$0].mode.isInSession == isPicked && isSong($0, at: bell)
    }
  }

  private func isSong(_ index: Int, at bell: String) -> Bool {
    files.base.absolute(files.path(of: index)).string == bell
  }
}
