import MeditationCore
import Score
import SessionControl
import SessionScripting
import Testing

@testable import TerminalView

@Suite("A sit in lines") @MainActor struct SitTests {
  private static let plan = "for 5m, settle 10s, opening 1, bells every 2m, closing 2"

  @Test("read aloud, from settling to the last stroke")
  func plain() {
    let evening = Evening(.plain)
    var told = evening.type("1 2", Self.plan, "start", "status")
    told += evening.wait(4) + evening.type("status", "pause", "play")
    told += evening.wait(6) + evening.wait(30) + evening.wait(90)
    told += evening.type("for +1m", "list", "pause", "for +1m") + evening.type("for -1m", "play")
    told += evening.wait(80) + evening.type("status", "pause", "list", "play", "seek 10")
    told += evening.wait(300)
    #expect(
      told == [
        "> 1 2",
        "2 songs picked, 3:20",
        "1 picked: Opening Bowl, Monastery, 0:30",
        "2 picked: Soft Rain, 2:50",
        "> \(Self.plan)",
        "Session 5:00",
        "Settling 0:10",
        "Opening 1 stroke",
        "Closing 2 strokes",
        "Bells every 2:00",
        "> start",
        "Settling for 0:10.",
        "> status",
        "playing: settling, 0:10 to go, 5:10 left in the session, bell in 0:10, volume 100%",
        "> status",
        "playing: settling, 0:06 to go, 5:06 left in the session, bell in 0:06, volume 100%",
        "> pause",
        "Paused while settling, 0:06 to go.",
        "> play",
        "Resumed while settling, 0:06 to go.",
        "The session begins.",
        "1 playing: Opening Bowl, Monastery, 0:00 of 0:30, song 1 of 2, session at 0:00, "
          + "5:00 left in the session, bell in 2:00",
        "Opening bell.",
        "2 playing: Soft Rain, 0:00 of 2:50, song 2 of 2, session at 0:30, "
          + "4:30 left in the session, bell in 1:30",
        "Bell 1 at 2:00.",
        "> for +1m",
        "Ends at 6:00, in 4:00.",
        "> list",
        "Player",
        "1: Opening Bowl, Monastery, 0:30",
        "2 playing: Soft Rain, 2:50",
        "Now song 2 of 2, 1:30 of 2:50, session at 2:00, 4:00 left in the session, "
          + "bell in 2:00, volume 100%",
        "> pause",
        "Paused at 1:30.",
        "> for +1m",
        "Ends at 7:00, in 5:00.",
        "> for -1m",
        "Ends at 6:00, in 4:00.",
        "> play",
        "Resumed at 1:30.",
        "The music has ended; silence until 6:00.",
        "> status",
        "playing: silence, 3:20 of 6:00, 2:40 left in the session, bell in 0:40, volume 100%",
        "> pause",
        "Paused in silence at 3:20.",
        "> list",
        "Player",
        "1: Opening Bowl, Monastery, 0:30",
        "2: Soft Rain, 2:50",
        "Now silence, 3:20 of 6:00, 2:40 left in the session, bell in 0:40, volume 100%",
        "> play",
        "Resumed in silence at 3:20.",
        "> seek 10",
        "! \(Refusal.inSilence.text)",
        "Bell 2 at 4:00.",
        "Session complete: sat 6:00, 2 songs heard, 3:20 listened",
        "Closing bell 1 of 2.",
        "Closing bell 2 of 2.",
      ])
  }

  @Test("in rows, a silent sit that is open")
  func live() {
    let evening = Evening(.live, width: 80)
    var told = evening.type("for open, settle 5s, bells every 1m", "start")
    told += evening.wait(5) + evening.wait(60) + evening.type("pause", "plan", "finish", "status")
    #expect(
      told == [
        "> for open, settle 5s, bells every 1m",
        "Session open; 'finish' ends it",
        "Settling 0:05",
        "Bells every 1:00",
        "> start",
        "Settling for 0:05.",
        "The session begins.",
        " ▶   silence  0:00",
        "Bell 1 at 1:00.",
        "> pause",
        " ‖   silence  1:00",
        "> plan",
        "Plan: for open, settle 5s, bells every 1m",
        "     -0:05–0:00  settling for 0:05                                  settle 5s",
        " ‖   from 0:00   silence                                         pick NUMBERS",
        "     from 1:00   bells every 1:00: 1:00, 2:00, 3:00 and so on  bells every 1m",
        "     end         the session ends with 'finish'                      for open",
        "     bell        bowl, volume 100%                                  bell bowl",
        "> finish",
        "Session finished: sat 1:00",
        "> status",
        "Session finished: sat 1:00",
      ])
  }

  @Test("the status has a silence, and no waveform of a song")
  func status() {
    let evening = Evening(.live)
    _ = evening.type("1", "for 2m, settle 10s, opening 1", "start")
    _ = evening.wait(3)
    #expect(evening.output.status?.title == "settling")
    #expect(evening.output.status?.position == .seconds(7))
    #expect(evening.output.status?.sit?.bell == .seconds(7))
    _ = evening.wait(47)
    #expect(evening.output.status?.title == "silence")
    #expect(evening.output.status?.position == .seconds(40))
    #expect(evening.output.status?.length == .seconds(120))
    #expect(evening.output.status?.place == nil)
    #expect(evening.output.status?.left.known == .seconds(80))
    _ = evening.wait(80)
    #expect(evening.output.status == nil)
  }

  @Test("skipping the settling begins the session")
  func skipSettling() {
    let evening = Evening(.plain)
    _ = evening.type("1", "settle 10s", "start")
    #expect(
      evening.type("next").dropFirst() == [
        "The session begins.",
        "1 playing: Opening Bowl, Monastery, 0:00 of 0:30, song 1 of 1, session at 0:00, "
          + "0:30 left in the session",
      ])
  }

  @Test(
    "bells are announced with all events, silences with songs",
    arguments: [
      (Announcement.all, ["The session begins.", "Bell 1 at 0:30."]),
      (.songs, ["The session begins."]), (.none, []),
    ])
  func announcements(policy: Announcement, lines: [String]) {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    let output = LineTranscript(.plain)
    let view = LineView(controller: stage.controller, output: output, announcement: policy)
    for line in ["for 1m, settle 5s, bells every 30s", "start"] { _ = view.take(line) }
    _ = output.take()
    stage.advance(by: .seconds(50))
    #expect(output.take().filter { !$0.hasPrefix("playing") } == lines)
  }

  @Test("a sit that loses its last song goes on in silence, and says so once")
  func failing() {
    let evening = Evening(.plain)
    _ = evening.type("1", "for 2m", "start")
    _ = evening.wait(10)
    evening.stage.faults.fail(0, reason: "its file is damaged")
    #expect(
      evening.output.take() == [
        "! Song 1, Opening Bowl, failed at 0:10: its file is damaged.",
        "The music has ended; silence until 2:00.",
      ])
    #expect(
      evening.wait(200).last
        == "Session complete: sat 2:00, 1 song heard, 0:10 listened, 1 song failed")
  }
}
