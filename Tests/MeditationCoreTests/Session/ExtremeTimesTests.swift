import MeditationCore
import Score
import Testing

/// Times near the limits of `Duration`, which must neither trap nor be summed as they are.
@Suite("Times out of all proportion") @MainActor struct ExtremeTimesTests {
  nonisolated private static let longest = Duration.seconds(Int32.max)
  nonisolated private static let extremes = [
    Int128.min, Int128.min + 1, -1, 0, 1, Int128.max - 1, Int128.max,
  ]
  .map(Duration.init(attoseconds:))

  @Test("a length is 0 to 68 years")
  func lengths() {
    #expect(SongViewModel(title: "", length: .seconds(-5)).length == .zero)
    #expect(SongViewModel(title: "", length: Self.extremes.last).length == Self.longest)
    let session = MeditationViewModel(
      songs: [.seconds(-5), .seconds(60), Duration(attoseconds: .max)].map {
        SongViewModel(title: "", length: $0)
      })
    session.perform(.pick([0, 1, 2]))
    #expect(session.state.picked.length == .seconds(60) + Self.longest)
    session.perform(.start)
    #expect(session.timeLeft == session.state.picked.length)
    session.perform(.back)
    #expect(session.perform(.sort(.length)) == .changed)
  }

  @Test(
    "a song that plays longer than its file claims leaves no time, not less", arguments: [1, 2])
  func longer(count: Int) {
    let songs = (0..<count).map { _ in SongViewModel(title: "", length: .seconds(180)) }
    let session = MeditationViewModel(songs: songs)
    session.pick(songs)
    session.perform(.start)
    session.receive(
      EngineEvent(
        generation: session.state.generation, position: .seconds(1_000), elapsed: .seconds(1_000),
        kind: .position))
    #expect(session.timeLeft == .seconds(180 * (count - 1)))
    session.perform(.plan([.length(.time(.seconds(1_200)))]))
    #expect(session.timeLeft == .seconds(200))
  }

  @Test("targets of a seek are clamped, with and without a length", arguments: extremes)
  func seeks(time: Duration) {
    for length in [nil, .seconds(100), Self.longest] {
      for seek in [Action.Seek.to(time), .by(time)] {
        let session = MeditationViewModel(
          songs: [
            SongViewModel(title: "", length: length), SongViewModel(title: "", length: .seconds(1)),
          ])
        session.perform(.pick([0, 1]))
        session.perform(.start)
        session.perform(.seek(.to(.seconds(50))))
        #expect(session.perform(.seek(seek)) == .changed)
        #expect(.zero...Self.longest ~= session.position)
        if length == nil { #expect(session.state.current == 0) }
      }
    }
  }

  @Test("a seek by percent, below 0 and above 100", arguments: [Int.min, -1, 0, 50, 101, .max])
  func percent(_ percent: Int) {
    let session = MeditationViewModel(
      songs: [SongViewModel(title: "", length: Duration(attoseconds: .max))])
    session.perform(.pick([0]))
    session.perform(.start)
    session.perform(.seek(.percent(percent)))
    #expect(session.phase == (percent < 100 ? .listening : .finished))
  }

  @Test("plans and resumptions", arguments: extremes)
  func plans(time: Duration) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.pick([0]))
    for change in [PlanChange.lengthen(time), .length(.time(time)), .settling(time), .fade(time)] {
      session.perform(.plan([change]))
    }
    session.perform(.plan([.off]))
    session.perform(.resume(.init(place: 0, position: time, elapsed: time)))
    #expect(session.phase == .listening)
    #expect(.zero...Self.longest ~= session.position)
  }

  @Test("positions of an engine", arguments: extremes)
  func events(time: Duration) {
    let session = MeditationViewModel(songs: [SongViewModel(title: "")])
    session.perform(.pick([0]))
    session.perform(.start)
    for kind in [
      EngineEvent.Kind.position, .damaged(lost: time), .underrun(lost: time),
      .underrun(lost: time), .cue(Cue(.bell, stroke: 1, at: time)), .deviceLost(reason: "gone"),
      .ended,
    ] {
      session.receive(
        EngineEvent(
          generation: session.score.generation, position: time, elapsed: time, kind: kind))
      // It is computed from the time of the latest stroke.
      #expect(session.state.nextStroke == nil)
    }
    #expect(.zero...Self.longest ~= session.state.summary.listened)
  }
}
