import MeditationCore
import Score
import SystemPackage

/// One file is the bell or music, never both.
extension SessionController {
  /// Whether the file of the song at `index` is the bell of the plan.
  public func isBell(_ index: Int) -> Bool {
    guard case .file(let bell) = session.state.plan.bell.sound else { return false }
    return isSong(index, at: bell)
  }

  /// Whether the bell of the plan is a file of which only the beginning is heard.
  public var bellIsCut: Bool {
    guard case .file(let bell) = session.state.plan.bell.sound else { return false }
    return cutBells.contains(bell)
  }

  /// The index of the song that is the bell of the plan, and is not picked.
  var freeBellSong: Int? {
    guard case .file(let bell) = session.state.plan.bell.sound else { return nil }
    return session.songs.indices.first {
      !session.songs[$0].mode.isInSession && isSong($0, at: bell)
    }
  }

  /// The index of the picked song whose file `change` makes the bell.
  func pickedSong(servingAs change: PlanChange) -> Int? {
    guard case .bell(.file(let bell)) = change else { return nil }
    return session.songs.indices.first {
      session.songs[$0].mode.isInSession && isSong($0, at: bell)
    }
  }

  private func isSong(_ index: Int, at bell: String) -> Bool {
    baseFolders.absolute(path(of: index)).string == bell
  }
}
