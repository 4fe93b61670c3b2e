import MeditationCore
import MeditationPlan
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The screen of a plan") @MainActor struct PlanListingTests {
  @Test("an empty plan says so, and what to type")
  func empty() {
    let listing = Listing(planOf: SitFixture().session, wording: .screen)
    #expect(listing.heading == "No plan: the session is its songs")
    #expect(listing.rows == [])
    #expect(
      listing.notes == [
        Row("Try 'for 20m', 'settle 10s', 'bells every 5m' or 'closing 3'.", as: .muted)
      ])
  }

  @Test("every part has a row, in the order of time")
  func whole() {
    let sit = SitFixture()
    sit.type(
      "all",
      "for 20m, settle 10s, opening 1, bells every 5m, closing 3, fade 5s, breath 4-7-8, bell gong")
    #expect(
      sit.rows() == [
        "-0:10–0:00 | settling for 0:10 | settle 10s",
        "0:00 | opening bell | opening 1",
        "0:00–15:20 | music: 3 songs, 15:20 | pick NUMBERS",
        "0:00–0:05 | the music fades in | fade 5s",
        "0:00–19:57 | breath: in 4 s, hold 7 s, out 8 s | breath 4-7-8",
        "from 5:00 | bells every 5:00: 5:00, 10:00, 15:00 | bells every 5m",
        "15:20–20:00 | silence | repeat on",
        "20:00–20:08 | closing bell, 3 strokes | closing 3",
        "20:00 | the session ends | for 20m",
        "bell | gong, volume 100% | bell gong",
      ])
    #expect(sit.styles == Array(repeating: .plain, count: 10))
  }

  @Test("each of several parts has a heading, and its own rows below it")
  func parts() {
    let sit = SitFixture([])
    sit.type(
      "settle 10s; 25m Sit, opening 3, closing 2; 10m Walk, opening 1 clap, bells every 4m; 5m")
    #expect(
      sit.rows() == [
        "-0:10–0:00 | settling for 0:10 | settle 10s", "0:00–40:00 | silence | pick NUMBERS",
        "0:00–25:00 | Sit | part 1 for 25m",
        "0:00–0:08 | opening bell, 3 strokes | part 1 opening 3",
        "25:00–25:04 | closing bell, 2 strokes | part 1 closing 2",
        "25:00–35:00 | Walk | part 2 for 10m",
        "25:12 | opening bell, clap | part 2 opening 1 clap",
        "from 29:00 | bells every 4:00: 29:00, 33:00 | part 2 bells every 4m",
        "35:00–40:00 | Part 3 | part 3 for 5m", "40:00 | the session ends | then 10m TITLE",
        "bell | bowl, volume 100% | bell bowl",
      ])
    #expect(
      sit.styles.map { $0 == .heading }.enumerated().filter(\.element).map(\.offset) == [2, 5, 8])
  }

  @Test("a time of day is that of its beginning")
  func begin() {
    let sit = SitFixture([])
    sit.type("settle 10s, begin 6:45, for 25m, opening 1")
    #expect(
      sit.rows() == [
        "0:00 | begins at 6:45 | begin 6:45", "0:00 | opening bell | opening 1",
        "0:00–25:00 | silence | pick NUMBERS", "25:00 | the session ends | for 25m",
        "bell | bowl, volume 100% | bell bowl",
      ])
  }

  @Test("what lies under the session and who speaks have rows, and notes where they do not fit")
  func lanes() {
    let sit = SitFixture([])
    sit.type("for 20m, under rain 40, voice /talks/body-scan.mp3 at 25m, voice volume 80")
    #expect(
      sit.rows() == [
        "0:00–20:00 | under: rain 40% | under rain 40%",
        "0:00–20:00 | silence | pick NUMBERS", "20:00 | the session ends | for 20m",
        "from 25:00 | voice: body-scan, volume 80% | voice /talks/body-scan.mp3 at 25m",
      ])
    #expect(
      sit.notes == [
        "The voice body-scan never comes: the session ends at 20:00.",
        "No bell at the end: 'closing 3' adds one.",
      ])
  }

  @Test("what lies under a part of the session has its times")
  func timedLayers() {
    let sit = SitFixture([])
    sit.type("for 20m, closing 3, under rain 40 at 5m for 10m, under fan 40 at 25m")
    #expect(
      sit.rows() == [
        "0:00–20:00 | silence | pick NUMBERS",
        "5:00–15:00 | under: rain 40% | under rain 40% at 5m for 10m",
        "20:00–20:08 | closing bell, 3 strokes | closing 3",
        "20:00 | the session ends | for 20m",
        "from 25:00 | under: fan 40% | under fan 40% at 25m",
        "bell | bowl, volume 100% | bell bowl",
      ])
    #expect(
      sit.notes == [
        "What lies under the session never comes: fan begins at 25:00, and the session ends at 20:00."
      ])
    sit.type("plan off")
    sit.type("5m A; 15m B, under rain 40 for 5m")
    #expect(sit.rows().contains("5:00–10:00 | under: rain 40% | part 2 under rain 40% for 5m"))
  }

  @Test("where the music waits, it ends later")
  func rest() {
    let sit = SitFixture()
    sit.type("all")
    sit.type("5m Sit; 10m Walk, music off; 20m Sit")
    #expect(
      sit.rows() == [
        "0:00–25:20 | music: 3 songs, 15:20 | pick NUMBERS", "0:00–5:00 | Sit | part 1 for 5m",
        "5:00–15:00 | Walk | part 2 for 10m",
        "5:00–15:00 | the music waits | part 2 music off",
        "15:00–35:00 | Sit | part 3 for 20m", "25:20–35:00 | silence | repeat on",
        "35:00 | the session ends | then 10m TITLE",
      ])
  }

  @Test("where the music of a set waits, it ends later, too")
  func restOfSet() {
    var plan = Plan()
    plan.parts = [300, 600, 1200].map { Part("", .time(.seconds($0))) }
    plan.parts[1].hasMusic = false
    #expect(PlanOutlook(of: plan, lengths: [.seconds(920)]).musicEnd == .seconds(1520))
  }

  @Test("in words, ranges are spoken and commands are quoted")
  func words() {
    let sit = SitFixture()
    sit.type("1", "for 20m, settle 10s")
    #expect(
      sit.rows(wording: .aloud(.clock)) == [
        "from 0:10 before the beginning | settling for 0:10 | 'settle 10s'",
        "0:00 to 3:20 | music: 1 song, 3:20 | 'pick NUMBERS'",
        "3:20 to 20:00 | silence | 'repeat on'",
        "20:00 | the session ends | 'for 20m'",
      ])
  }

  @Test("a session without songs is silence and bells")
  func silent() {
    let sit = SitFixture([])
    sit.type("for 10m, bells at 5m 2m 1m 9m")
    #expect(
      sit.rows() == [
        "0:00–10:00 | silence | pick NUMBERS",
        "from 1:00 | bells: 1:00, 2:00, 5:00 and so on | bells at 1m 2m 5m …",
        "10:00 | the session ends | for 10m",
        "bell | bowl, volume 100% | bell bowl",
      ])
    #expect(sit.notes == ["No bell at the end: 'closing 3' adds one."])
  }

  @Test("a session as long as its songs, an open one, one that repeats")
  func lengths() {
    let sit = SitFixture()
    sit.type("all", "closing 1")
    #expect(
      sit.rows()[1...2] == [
        "15:20 | closing bell | closing 1",
        "15:20 | the session ends with its last song | for songs",
      ])
    sit.type("for open")
    #expect(
      sit.rows().dropLast() == [
        "0:00–15:20 | music: 3 songs, 15:20 | pick NUMBERS",
        "from 15:20 | silence | repeat on",
        "end | closing bell | closing 1",
        "end | the session ends with 'finish' | for open",
      ])
    sit.type("for 20m", "repeat on")
    #expect(sit.rows().first == "0:00–20:00 | music: 3 songs, repeated | repeat off")
  }

  @Test("a crossfade, and a volume and a level of its own")
  func sound() {
    let sit = SitFixture()
    sit.type("all", "crossfade 4s", "for open, volume 50, level on")
    #expect(
      sit.rows() == [
        "0:00–15:12 | music: 3 songs, 15:20 | pick NUMBERS",
        "0:00–15:12 | songs pass into each other over 0:04 | crossfade 4s",
        "from 15:12 | silence | repeat on",
        "end | the session ends with 'finish' | for open",
        "sound | volume 50%, level on | volume 50",
      ])
    #expect(sit.session.volume == 50)
  }

  @Test("where a song has no known length, nobody knows when the music ends")
  func unknown() {
    let sit = SitFixture([.seconds(60), nil])
    sit.type("all", "closing 1")
    #expect(
      sit.rows()[0...1] == [
        "from 0:00 | music: 2 songs, 1:00 and more | pick NUMBERS",
        "end | closing bell | closing 1",
      ])
  }

  @Test("while listening, what has passed is muted and the present is current")
  func tenses() {
    let sit = SitFixture()
    sit.type("1", "for 5m, settle 10s, opening 2, bells every 2m, closing 1", "start")
    // Settling, opening, music, bells, silence, closing, end, bell.
    let plain = RowStyle.plain
    #expect(sit.styles == [.current] + Array(repeating: plain, count: 7))
    sit.pass(.seconds(0), at: .seconds(10), .crossed)
    #expect(sit.styles[..<4] == [.muted, .current, .current, plain])
    sit.pass(.seconds(4), at: .seconds(4))
    #expect(sit.styles[..<4] == [.muted, .muted, .current, plain])
    sit.pass(.seconds(200), at: .seconds(200), .crossed)
    #expect(sit.styles == [.muted, .muted, .muted, plain, .current, plain, plain, plain])
    sit.pass(.seconds(270), at: .seconds(70))
    #expect(sit.styles[3...4] == [.muted, .current])
    sit.type("pause")
    #expect(Listing(planOf: sit.session, wording: .screen).rows[4].marker == .paused)
    #expect(sit.rows()[2] == "0:00–3:20 | music: 1 song, 3:20 | pick NUMBERS")
    #expect(sit.rows()[4] == "3:20–5:00 | silence | repeat on")
    sit.type("back")
    #expect(sit.styles == Array(repeating: plain, count: 8))
  }

  @Test("a lost device is said")
  func device() {
    let sit = SitFixture()
    sit.type("for 5m", "start")
    sit.pass(.seconds(1), at: .seconds(1), .deviceLost(reason: "unplugged"))
    #expect(
      sit.notes
        == ["No bell at the end: 'closing 3' adds one.", "The sound device is gone: unplugged."])
  }

  @Test("a very long plan is not a heading, and its command is not a detail")
  func long() {
    let sit = SitFixture([])
    sit.type("for 24h", "bells at " + (1...2000).map { "\($0 * 7)s" }.joined(separator: " "))
    let listing = Listing(planOf: sit.session, wording: .screen)
    #expect(listing.heading == "Plan")
    #expect(listing.rows.allSatisfy { $0.detail.count < 40 })
  }
}
