import Evening
import MeditationCore
import MeditationPlan
import MeditationScripts
import MeditationTesting
import Testing

/// Debug and release builds hear the same.
@Suite("An evening") @MainActor struct EveningTests {
  private let evening = Evening()
  private var session: MeditationViewModel { evening.session }

  @Test("hears each change, as long as it lives")
  func lines() {
    session.perform(.pick([0, 1]))
    session.perform(.start)
    #expect(session.perform(.unpick([0])) == .refused(.alreadyHeard(number: 1)))
    session.perform(.back)
    #expect(
      evening.lines == [
        "song 1: unpicked → unpicked", "song 2: unpicked → unpicked", "song 1: unpicked → picked",
        "song 2: unpicked → picked", "song 1: picked → playing", "song 2: picked → playable",
        "picking → listening", "1 began", "song 1: playing → picked", "song 2: playable → picked",
        "listening → picking",
      ])
  }

  @Test("is run by a script, and hears failures and a song that begins again")
  func script() {
    run(
      script: """
        1
        repeat on
        start
        wait 170
        wait 170
        repeat off
        fail 1 "the disk is gone"
        expect phase finished
        start
        expect 1 playing
        """, on: session)
    #expect(
      evening.lines.dropFirst(6) == [
        "1 began", "2 began", "3 began", "song 1: playing → playable", "failed: the disk is gone",
        "listening → finished", "song 1: playable → playing", "failed: no more",
        "finished → listening", "4 began",
      ])
  }

  @Test("is tested from where it is")
  func middle() {
    session.perform(.pick([0, 1]))
    session.perform(.start)
    let scripted = ScriptedSession(session: session)
    scripted.advance(by: .seconds(170)) {
      $0["Waves"] = .listening(.playable)
      $0["Bowl"] = .listening(.playing)
    }
    scripted.perform(.start, refused: .alreadyListening)
    scripted.perform(.back) {
      $0.all = [.picking(.selected), .picking(.selected)]
    }
    scripted.perform(.sort(.title))
    #expect(session.songs.map(\.title) == ["Bowl", "Waves"])
    #expect(session.song(id: 0)?.title == "Waves")
  }

  @Test("fails where a refusal is not expected, and says why")
  func refusal() {
    let scripted = ScriptedSession(session: session)
    withKnownIssue {
      scripted.perform(.start)
    } matching: {
      $0.description.contains("start was refused: nothing-picked (Nothing is picked.)")
    }
  }

  @Test("its songs can be used again once it is over and released")
  func again() {
    let songs = ["Waves", "Bowl"].map { SongViewModel(title: $0, length: .seconds(60)) }
    for order in [[0, 1], [1, 0]] {
      let session = ScriptedSession(session: MeditationViewModel(songs: order.map { songs[$0] }))
      session.perform(.pick([0])) { $0[0] = .picking(.selected) }
      session.perform(.start) {
        $0[0] = .listening(.playing)
        $0[1] = .listening(.hidden)
      }
      #expect(session.viewModel.currentSong === songs[order[0]])
    }
  }

  @Test("picks songs themselves, wherever they are in the list")
  func ownSongs() {
    let (waves, bowl) = (session.songs[0], session.songs[1])
    session.perform(.sort(.title))
    #expect(session.pick([waves]) == .changed)
    #expect(waves.mode == .picking(.selected) && bowl.mode == .picking(.unselected))
    #expect(session.select(bowl) == .changed)
    #expect(session.unpick([waves, bowl]) == .changed)
    #expect(session.state.picked.count == 0)
    let stranger = SongViewModel(title: "Rain")
    #expect(session.pick([waves, stranger]) == .refused(.notInList(title: "Rain")))
    #expect(session.select(stranger) == .refused(.notInList(title: "Rain")))
    #expect(session.state.picked.count == 0)
  }

  @Test("takes songs that arrive late by either door")
  func late() {
    let scripted = ScriptedSession(session: session)
    scripted.append([SongViewModel(title: "Rain", length: .seconds(60))])
    session.append([SongViewModel(title: "Wind", length: .seconds(-5))])
    scripted.perform(.pick([2, 3])) {
      $0["Rain"] = .picking(.selected)
      $0["Wind"] = .picking(.selected)
    }
    #expect(session.state.picked == PickedTotal(count: 2, length: .seconds(60)))
    scripted.perform(.start) {
      $0.all = [.hidden, .hidden, .playing, .playable].map(SongMode.listening)
    }
    scripted.perform(.seek(.by(.seconds(Int64.max)))) {
      $0["Rain"] = .listening(.playable)
      $0["Wind"] = .listening(.playing)
    }
    #expect(session.songs.allSatisfy { $0.belongsToSession })
  }
}
