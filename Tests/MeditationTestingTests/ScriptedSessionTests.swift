import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("A scripted session") @MainActor struct ScriptedSessionTests {
  private let session = ScriptedSession(
    songs: ["Waves": .seconds(170), "Bowl": .seconds(90), "Rain": .seconds(60)])

  private func start() {
    session.perform(.pick([0, 2])) {
      $0[0] = .picking(.selected)
      $0[2] = .picking(.selected)
    }
    session.perform(.start) {
      $0[0] = .listening(.playing)
      $0[1] = .listening(.hidden)
      $0[2] = .listening(.playable)
    }
  }

  @Test("runs from picking to the end on its virtual clock")
  func wholeSession() {
    start()
    session.advance(by: .seconds(169.5))
    session.advance(by: .seconds(0.5)) {
      $0[0] = .listening(.playable)
      $0[2] = .listening(.playing)
    }
    session.advance(by: .seconds(60)) { $0[2] = .listening(.playable) }
    #expect(session.viewModel.phase == .finished)
    #expect(session.viewModel.state.summary.listened == .seconds(230))
    #expect(session.recorder.changes.count == 8)
  }

  @Test("an unexpected change fails at the caller's line")
  func unnamedChange() {
    withKnownIssue {
      session.perform(.pick([1]))
    } matching: { issue in
      issue.description.contains("$0[1] = .picking(.selected)  // Bowl")
    }
  }

  @Test("an expected change that did not happen fails")
  func missingChange() {
    withKnownIssue {
      session.perform(.pick([1])) {
        $0[1] = .picking(.selected)
        $0[2] = .picking(.selected)
      }
    } matching: { issue in
      issue.description.contains("$0[2] = .picking(.unselected)  // Rain")
    }
  }

  @Test("without exhaustivity, only the stated changes are checked")
  func nonExhaustive() {
    session.exhaustivity = .off
    session.perform(.pick([0, 1, 2])) { $0[1] = .picking(.selected) }
    session.perform(.start)
    withKnownIssue { session.advance(by: .seconds(1)) { $0[1] = .listening(.playing) } }
  }

  @Test("faults come as the engine would report them")
  func faults() {
    start()
    session.inject(.song(0, reason: "damaged")) {
      $0[0] = .listening(.playable)
      $0[2] = .listening(.playing)
    }
    session.inject(.deviceLost(reason: "unplugged"))
    session.advance(by: .seconds(1000))
    #expect(session.viewModel.transport == .paused)
    session.perform(.play)
    #expect(session.viewModel.transport == .paused)
    session.inject(.deviceRestored)
    #expect(session.viewModel.transport == .playing)
    session.advance(by: .seconds(60)) { $0[2] = .listening(.playable) }
    #expect(session.viewModel.state.summary.failedCount == 1)
  }

  @Test("a fault of a later song waits for it")
  func laterFault() {
    start()
    session.inject(.song(2, reason: "damaged"))
    session.advance(by: .seconds(170)) { $0[0] = .listening(.playable) }
    #expect(session.viewModel.phase == .finished)
    #expect(session.viewModel.songs[2].failure == "damaged")
    session.perform(.finish, refused: .sessionFinished)
  }

  /// The two ways to append songs: by the scripted session, and by its view model.
  enum Door: CaseIterable { case scripted, viewModel }

  @Test("songs that join play for as long as their lengths say", arguments: Door.allCases)
  func arrivals(door: Door) {
    let late = [
      SongViewModel(title: "Stream", length: .seconds(30)),
      SongViewModel(title: "Wind", length: .seconds(20)),
    ]
    switch door {
    case .scripted: session.append(late)
    case .viewModel: session.viewModel.append(late)
    }
    session.perform(.pick([3, 4])) {
      $0[3] = .picking(.selected)
      $0[4] = .picking(.selected)
    }
    session.exhaustivity = .off
    session.perform(.start) { $0[3] = .listening(.playing) }
    session.advance(by: .seconds(30)) { $0[4] = .listening(.playing) }
    session.advance(by: .seconds(20))
    #expect(session.viewModel.state.end == .completed)
    #expect(session.recorder.changes.contains { $0.song == 4 })
  }

  @Test("songs that come while listening are hidden until they join the session")
  func arrivalsWhileListening() {
    start()
    session.append([SongViewModel(title: "Stream", length: .seconds(30))]) {
      $0[3] = .listening(.hidden)
    }
    session.perform(.pick([3])) { $0[3] = .listening(.playable) }
  }
}
