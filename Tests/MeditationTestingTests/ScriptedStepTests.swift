import MeditationCore
import MeditationPlan
import MeditationTesting
import Synchronization
import Testing

/// The claims of a step about the songs, and its reports.
@Suite("A step of a scripted session") @MainActor struct ScriptedStepTests {
  private let session = ScriptedSession(
    songs: ["Waves": .seconds(170), "Bowl": .seconds(90), "Rain": .seconds(60)])

  /// The failures that `step` reports.
  private func failures(of step: () -> Void) -> [String] {
    let told = Mutex<[String]>([])
    withKnownIssue {
      step()
    } matching: { issue in
      told.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return true
    }
    return told.withLock { $0 }
  }

  @Test("a refusal must be expected")
  func unexpectedRefusal() {
    #expect(
      failures { session.perform(.start) } == [
        "start was refused: nothing-picked (\(Refusal.nothingPicked))"
      ])
    session.exhaustivity = .off
    #expect(
      failures { session.perform(.finish) } == [
        "finish was refused: nothing-playing (\(Refusal.nothingPlaying))"
      ])
  }

  @Test("an expected refusal must come, with its reason")
  func expectedRefusal() {
    session.perform(.start, refused: .nothingPicked)
    #expect(
      failures { session.perform(.finish, refused: .nothingPicked) } == [
        """
        finish was refused for another reason: nothing-playing (\(Refusal.nothingPlaying))
          expected nothing-picked (\(Refusal.nothingPicked))
        """
      ])
    #expect(
      failures { session.perform(.pick([1]), refused: .nothingPicked) } == [
        """
        pick([1]) was not refused: its outcome is changed
          expected nothing-picked (\(Refusal.nothingPicked))
        The modes after pick([1]) are not as expected. They are:
          $0[1] = .picking(.selected)  // Bowl, expected .picking(.unselected)
        """
      ])
  }

  @Test(
    "with .whole, a change of the state beside the steps fails the next one, and the end of the test"
  )
  func stateBeside() {
    session.exhaustivity = .whole
    session.viewModel.perform(.volume(.level(40)))
    let told = failures { session.perform(.volume(.level(30))) { $0.state.ownVolume = 30 } }
    #expect(told.count == 1 && told[0].hasPrefix("The state changed beside the steps, before "))
    #expect(told.first?.hasSuffix(":\n  ownVolume: 100 → 40") == true, "\(told)")
    // What was reported is not reported again.
    session.perform(.volume(.level(20))) { $0.state.ownVolume = 20 }
    let end = failures {
      let other = ScriptedSession(songs: ["Waves": .seconds(170)], exhaustivity: .whole)
      other.viewModel.perform(.volume(.level(40)))
    }
    #expect(
      end == ["The state changed beside the steps, after the last one:\n  ownVolume: 100 → 40"])
    let less = ScriptedSession(songs: ["Waves": .seconds(170)])
    less.viewModel.perform(.volume(.level(40)))
    less.perform(.volume(.level(30)))
  }

  @Test("time that no session takes ends in an open one, and is passed in one that is over")
  func endlessTime() {
    session.exhaustivity = .off
    session.perform(.plan([.length(.open)]))
    session.perform(.start)
    let told = failures { session.advance(by: .seconds(Int64.max)) }
    #expect(told.count == 1 && told[0].hasSuffix("the session goes on after 360000.0 seconds"))
    session.perform(.finish)
    session.advance(by: .seconds(1_000))
    #expect(session.now == .seconds(361_000))
    session.advance(by: .seconds(Int64.max))
    #expect(session.now == .longest)
    session.advance(by: Duration(attoseconds: .max))
    #expect(session.now == .longest)
  }

  @Test("a fault of the current song fails where there is none")
  func faultInSilence() {
    session.exhaustivity = .off
    session.perform(.plan([.length(.open)]))
    session.perform(.start)
    for fault in [
      Fault.measuring(percent: 3), .mixedDown(from: 3, to: 2), .gainRefused(reason: "x"),
      .damaged(lost: .seconds(1)),
    ] {
      #expect(failures { session.inject(fault) }.count == 1, "\(fault)")
    }
  }

  @Test("a fault of a song that the list does not have fails")
  func strangeFault() {
    #expect(
      failures { session.inject(.song(99, reason: "damaged")) } == [
        "song(99, reason: \"damaged\") is not possible: "
          + "\(Refusal.noSuchSong(number: 100, count: 3))"
      ])
    #expect(failures { session.inject(.song(-1, reason: "damaged")) }.count == 1)
    #expect(failures { session.perform(.select(99)) }.count == 1)
  }

  @Test("cuts what is long")
  func longMessages() {
    let long = ScriptedSession(
      session: MeditationViewModel(songs: (1...100).map { SongViewModel(title: "\($0)") }))
    let message = failures { long.perform(.pick(Array(0..<100))) }.first ?? ""
    let lines = message.split(separator: "\n")
    #expect(lines.count == 22 && lines.last == "  … and 80 more")
    #expect(lines.first?.hasPrefix("The modes after pick([0, 1, ") == true)
    #expect(lines.allSatisfy { $0.count < 120 })
  }

  @Test("names only the songs that are wrong, and neither traps nor passes for what is no song")
  func messages() {
    let stranger = SongViewModel(title: "Wind")
    #expect(
      failures {
        session.perform(.pick([0, 1])) {
          $0[0] = .picking(.selected)
          $0["Rain"] = .picking(.selected)
          $0[7] = .picking(.selected)
          $0["Sea"] = .picking(.selected)
          $0[stranger] = .picking(.selected)
          $0.all = []
        }
      } == [
        """
        The modes after pick([0, 1]) are not as expected. They are:
          there is no song at index 7: the list has 3
          no song is called 'Sea'
          'Wind' is not in the list
          0 modes are expected, but the list has 3 songs
          $0[1] = .picking(.selected)  // Bowl, expected .picking(.unselected)
          $0[2] = .picking(.unselected)  // Rain, expected .picking(.selected)
        """
      ])
    #expect(
      failures { session.advance(by: .seconds(-1)) } == ["time cannot advance by -1.0 seconds"])
    #expect(session.now == .zero)
  }

  @Test("goes by the song, not by its position")
  func sorting() {
    let waves = session.viewModel.songs[0]
    session.perform(.pick([0, 2])) {
      $0[waves] = .picking(.selected)
      $0["Rain"] = .picking(.selected)
    }
    session.perform(.sort(.title))
    #expect(session.viewModel.songs.map(\.title) == ["Bowl", "Rain", "Waves"])
    session.perform(.start) {
      #expect($0[0] == .picking(.unselected))
      #expect($0.all.map(\.isInSession) == [false, true, true])
      $0["Bowl"] = .listening(.hidden)
      $0[1] = .listening(.playing)
      $0[waves] = .listening(.playable)
    }
    session.perform(.back) {
      $0.all = [.picking(.unselected), .picking(.selected), .picking(.selected)]
    }
    // Undoes the sort, then the picks.
    session.perform(.undo)
    session.perform(.undo) { for index in [0, 2] { $0[index] = .picking(.unselected) } }
  }

  @Test("costs what changes, not the length of the list")
  func manySongs() {
    let long = ScriptedSession(
      session: MeditationViewModel(
        songs: (1...100_000).map { SongViewModel(title: "\($0)", length: .seconds(60)) }))
    let clock = ContinuousClock()
    func time(_ session: ScriptedSession) -> Duration {
      clock.measure {
        for _ in 0..<200 {
          session.perform(.select(1)) { $0[1] = .picking(.selected) }
          session.perform(.select(1)) { $0[1] = .picking(.unselected) }
        }
      }
    }
    let short = (0..<3).map { _ in time(session) }.min() ?? .zero
    let times = (0..<3).map { _ in time(long) }.min() ?? .zero
    #expect(times < short * 20)
  }
}
