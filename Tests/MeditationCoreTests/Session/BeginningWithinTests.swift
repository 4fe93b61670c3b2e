import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("A session that begins within its plan") @MainActor struct BeginningWithinTests {
  /// A session of songs of these lengths in seconds, all picked.
  private func session(_ lengths: [Double?], _ changes: PlanChange...) -> MeditationViewModel {
    let session = MeditationViewModel(
      songs: lengths.enumerated().map { index, length in
        SongViewModel(title: "Song \(index + 1)", length: length.map { .seconds($0) })
      })
    session.perform(.load(Array(lengths.indices), plan: changes))
    return session
  }

  @Test(
    "plays what plays there if nothing was skipped",
    arguments: [
      (0, 0, 0.0, false), (99.5, 0, 99.5, false), (100, 1, 0, false), (149, 1, 49, false),
      (150, 2, 0, false), (249, 2, 99, false), (250, nil, 0, false), (999, nil, 0, false),
      (250, 0, 0, true), (625, 1, 25, true), (500_000, 0, 0, true),
    ] as [(Double, Int?, Double, Bool)])
  func songs(time: Double, song: Int?, position: Double, repeats: Bool) {
    let session = session(
      [100, 50, 100], .length(.open), .repeat(repeats ? .on : .off), .settling(.seconds(9)))
    #expect(session.perform(.startAt(.time(.seconds(time)))) == .changed)
    #expect(session.state.current == song)
    #expect(session.position == .seconds(position))
    #expect(session.state.jumped == (time > 0 ? .seconds(time) : nil))
    #expect(session.state.elapsed == .seconds(time))
    #expect(session.state.sat == .zero)
    #expect(!session.state.isSettling)
    #expect(session.modes.contains(.playing) == (song != nil))
  }

  /// Songs of 100, 10 and 100 s with a crossfade of 8 s: the second is heard from 95 s on, the third
  /// from 100 s.
  @Test(
    "songs pass into each other, by at most half of each",
    arguments: [
      (94.9, 0, 94.9, false), (95, 1, 0, false), (99, 1, 4, false), (100, 2, 0, false),
      (199, 2, 99, false), (191, 2, 91, true), (192, 0, 0, true), (288, 1, 1, true),
    ] as [(Double, Int, Double, Bool)])
  func crossfade(time: Double, song: Int, position: Double, repeats: Bool) {
    let session = session([100, 10, 100], .crossfade(.seconds(8)), .repeat(repeats ? .on : .off))
    session.perform(.startAt(.time(.seconds(time))))
    #expect(session.state.current == song)
    #expect(session.position == .seconds(position))
  }

  @Test("a song of unknown length begins from its start", arguments: [true, false])
  func unknown(repeats: Bool) {
    let session = session([100, nil, 100], .repeat(repeats ? .on : .off))
    session.perform(.startAt(.time(.seconds(900))))
    #expect(session.sound == Sound(1, from: .zero, then: 2))
    #expect(session.state.elapsed == .seconds(900))
  }

  @Test("songs without a frame are no endless search")
  func empty() {
    let session = session([0, 0], .repeat(true), .length(.open))
    #expect(session.perform(.startAt(.time(.seconds(5)))) == .changed)
    #expect(session.state.isSilent)
  }

  @Test("is refused where the session is over, which says when")
  func over() {
    var session = session([100, 50])
    let before = session.state
    #expect(
      session.perform(.startAt(.time(.seconds(150)))) == .refused(.beyondEnd(.seconds(150))))
    #expect(session.state == before)
    #expect(session.perform(.startAt(.part(2))) == .refused(.beyondLimit(.part)))
    #expect(session.perform(.startAt(.part(.min))) == .refused(.beyondLimit(.part)))
    session = self.session([100, 50], .length(.time(.seconds(60))))
    #expect(session.perform(.startAt(.time(.seconds(60)))) == .refused(.beyondEnd(.seconds(60))))
    #expect(
      session.perform(.startAt(.time(.init(attoseconds: .max))))
        == .refused(.beyondEnd(.seconds(60))))
    #expect(session.perform(.startAt(.time(.seconds(59)))) == .changed)
  }

  @Test("with a part: from what opens it, behind what closes the one before")
  func parts() {
    let session = session([])
    session.perform(.plan([.then(.time(.seconds(60)), title: "Sit"), .closing(2)]))
    session.perform(.plan([.then(.time(.seconds(5)), title: ""), .opening(1)]))
    session.perform(.plan([.then(.time(.seconds(60)), title: "Walk"), .opening(2)]))
    for (part, time) in [(1, 0.0), (3, 65), (2, 60)] {
      // The opening of the second one would be struck after its end.
      #expect(session.perform(.startAt(.part(part))) == .changed)
      #expect(session.state.elapsed == .seconds(time))
      session.perform(.back)
    }
    session.perform(.plan([.part(2), .length(.time(.seconds(60)))]))
    session.perform(.startAt(.part(2)))
    #expect(session.state.elapsed == .seconds(72))
    #expect(session.state.nextStroke == Cue(.opening, stroke: 1, part: 2, at: .seconds(72)))
  }

  @Test("the time sat is what passed since")
  func sat() {
    let session = session([100], .length(.time(.seconds(900))))
    session.perform(.startAt(.time(.seconds(50))))
    session.report(.position, at: 57, elapsed: 57)
    #expect(session.state.sat == .seconds(7))
    session.perform(.finish)
    session.perform(.start)
    #expect(session.state.jumped == nil)
    session.perform(.back)
    session.perform(
      .resume(.init(place: nil, elapsed: .seconds(200), jumped: .seconds(150))))
    #expect(session.state.sat == .seconds(50))
  }
}
