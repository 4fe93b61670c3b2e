import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("Songs that join or leave a session while it is heard") @MainActor struct JoiningTests {
  private let session = MeditationViewModel(
    songs: (0..<6).map { SongViewModel(title: "\($0)", length: .seconds(10)) })

  init() {
    session.perform(.pick([1, 3, 4]))
    session.perform(.start)
  }

  private func hear() {
    session.report(.position, at: 5)
  }

  @Test("a song joins at the end, whatever its place in the list, and nothing breaks off")
  func join() {
    let generation = session.score.generation
    #expect(session.perform(.pick([0, 5, 3])) == .changed)
    #expect(session.playOrder == [1, 3, 4, 0, 5])
    #expect(session.modes[0] == .listening(.playable))
    #expect(session.modes[3] == .listening(.playable))
    #expect(session.score.generation == generation)
    #expect(session.state.summary.songCount == 5)
    #expect(session.perform(.pick([0, 1])) == .unchanged)
    #expect(session.perform(.pick([6])) == .refused(.noSuchSong(number: 7, count: 6)))
  }

  @Test("songs that join play in the order in which they were given, whatever was taken out before")
  func givenOrder() {
    session.perform(.pick([0]))
    session.perform(.unpick([0]))
    #expect(session.perform(.pick([5, 0, 2])) == .changed)
    #expect(session.playOrder == [1, 3, 4, 5, 0, 2])
  }

  @Test("after the last song, what joined meanwhile follows")
  func joinAtTheEnd() {
    session.perform(.select(4))
    #expect(session.score.next == nil)
    session.perform(.pick([2]))
    #expect(session.score.next == .song(id: 2))
  }

  @Test("songs join to play next, in the order given, and what is to come follows them")
  func joinNext() {
    let generation = session.score.generation
    #expect(session.perform(.pickNext([5, 4, 0])) == .changed)
    #expect(session.playOrder == [1, 5, 4, 0, 3])
    #expect(session.modes[0] == .listening(.playable))
    #expect(session.score.generation == generation)
    #expect(session.score.next == .song(id: 5))
    #expect(session.state.summary.songCount == 5)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 3, 4])
    #expect(session.perform(.redo) == .changed)
    #expect(session.playOrder == [1, 5, 4, 0, 3])
    session.perform(.back)
    #expect(session.playOrder == [1, 5, 4, 0, 3])
  }

  @Test("what joins to play next while the session settles is heard first")
  func joinWhileSettling() {
    session.perform(.back)
    session.perform(.plan([.settling(.seconds(5))]))
    session.perform(.start)
    #expect(session.perform(.pickNext([2])) == .changed)
    #expect(session.playOrder == [2, 1, 3, 4])
    #expect(session.score.next == .song(id: 2))
  }

  @Test("a song still to come leaves; one that was heard, or is the current one, does not")
  func leave() {
    #expect(session.perform(.unpick([1])) == .refused(.alreadyHeard(number: 2)))
    hear()
    session.perform(.next)
    #expect(session.perform(.unpick([4, 1])) == .refused(.alreadyHeard(number: 2)))
    #expect(session.modes[4] == .listening(.playable))
    #expect(session.perform(.unpick([4])) == .changed)
    #expect(session.modes[4] == .listening(.hidden))
    #expect(session.playOrder == [1, 3])
    #expect(session.score.next == nil)
    #expect(session.perform(.unpick([4, 0])) == .unchanged)
  }

  @Test("what joined stays picked, what left does not")
  func back() {
    session.perform(.pick([0]))
    session.perform(.unpick([4]))
    session.perform(.back)
    #expect(session.playOrder == [1, 3, 0])
    #expect(session.state.picked.count == 3)
    #expect(session.state.picked.length == .seconds(30))
  }

  @Test("undo takes back what was done since the start, the latest first, and no more")
  func undo() {
    session.perform(.pick([0]))
    session.perform(.unpick([3]))
    session.perform(.move([0], to: .position(1)))
    #expect(session.playOrder == [1, 0, 4])
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 4, 0])
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 3, 4, 0])
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 3, 4])
    #expect(session.modes[0] == .listening(.hidden))
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
    session.perform(.back)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [])
  }

  @Test("undo does not change what was played")
  func undoTooLate() {
    session.perform(.pick([0]))
    session.perform(.select(0))
    #expect(session.perform(.undo) == .refused(.alreadyHeard(number: 1)))
    #expect(session.playOrder == [1, 3, 4, 0])
    session.perform(.back)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 3, 4])
  }

  @Test("what cannot be undone is refused once, and does not block what was done before")
  func undoOlder() {
    session.perform(.unpick([4]))
    session.perform(.pickNext([0]))
    session.perform(.next)
    #expect(session.currentSong === session.songs[0])
    #expect(session.perform(.undo) == .refused(.alreadyHeard(number: 1)))
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 0, 3, 4])
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
    #expect(session.perform(.redo) == .changed)
    #expect(session.playOrder == [1, 0, 3])
    #expect(session.perform(.redo) == .refused(.nothingToRedo))
    session.perform(.back)
    #expect(session.perform(.undo) == .changed)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [1, 3, 4])
  }

  @Test("undo does not move what was played")
  func undoMoveTooLate() {
    session.perform(.move([4], to: .position(1)))
    session.perform(.next)
    #expect(session.perform(.undo) == .refused(.notToCome))
    #expect(session.playOrder == [1, 4, 3])
    #expect(session.score.segment == .song(id: 4))
    #expect(session.score.next == .song(id: 3))
  }
}
