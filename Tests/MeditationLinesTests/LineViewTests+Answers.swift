import MeditationControl
import MeditationCore
import MeditationScreens
import Testing

@testable import MeditationLines

/// How answers begin, and which words they leave out.
extension LineViewTests {
  @Test("'info' has a row for each property, which is wrapped where it is too wide")
  func info() {
    for (width, path) in [
      (100, ["  Path    ~/Music/The sea at the end of the world/Waves of the night.flac"]),
      (
        60,
        ["  Path    ~/Music/The sea at the end of the world/Waves of", "          the night.flac"]
      ),
      (
        40,
        [
          "  Path    ~/Music/The sea at the end of", "          the world/Waves of the",
          "          night.flac",
        ]
      ),
    ] {
      let evening = Evening(.live, width: width)
      evening.openInfo()
      let lines = evening.type("info 5")
      #expect(lines.dropFirst().first == "Song 5")
      #expect(lines.contains { $0.hasPrefix("  Title   Waves") })
      #expect(lines.contains { $0.hasPrefix("  Artist  –") })
      #expect(Array(lines.drop { !$0.hasPrefix("  Path") }.prefix(path.count)) == path)
      #expect(lines.allSatisfy { $0.count <= width })
    }
    let evening = Evening(.plain)
    evening.openInfo()
    #expect(
      evening.type("info 5", "info") == [
        "> info 5", "Song 5", "Title: Waves", "Artist: not known", "Album: Tides",
        "Track: 3 of disc 2", "Date: 2019-05-01",
        "Path: ~/Music/The sea at the end of the world/Waves of the night.flac",
        "Format: FLAC, 16 bit PCM, 44100 Hz, stereo", "Length: 1:05",
        "Gain: not known; 'level on' measures it", "> info",
        "! 'info' needs a song number, such as 'info 5'.",
      ])
    #expect(evening.type("5", "start", "info").suffix(10).first == "Song 5")
    let refusal = Refusal.noSuchSong(number: 9, count: 5).text
    #expect(evening.type("info 9") == ["> info 9", "! \(refusal)"])
  }

  @Test("a song that is, or is not, in the session is named, not the status")
  func membership() {
    let evening = Evening(.plain)
    _ = evening.type("1 3", "start")
    #expect(evening.type("pick 1").last == "Song 1 is in the session already.")
    #expect(evening.type("pick 1 3").last == "These songs are in the session already.")
    #expect(evening.type("unpick 2").last == "Song 2 is not in the session.")
    #expect(
      evening.type("none").last
        == "! Song 1 has begun, so it stays in the session. 'unpick' takes out songs still to "
        + "come; 'back' returns to picking.")
  }

  @Test("plain answers begin with their result, and 'back' says that the session stopped")
  func resultFirst() {
    let evening = Evening(.plain)
    let narrowed = "1 song found for 'rain'; 'find' alone shows all again."
    let row = "2: Soft Rain, 2:50"
    #expect(evening.type("/rain") == ["> /rain", narrowed, row])
    #expect(evening.type("find").prefix(2) == ["> find", Evening.nothingPicked])
    #expect(
      evening.type("sort title").prefix(3)
        == ["> sort title", "Sorted by title.", Evening.nothingPicked])
    #expect(evening.type("sort title") == ["> sort title", "Sorted by title."])
    #expect(
      evening.type("undo").prefix(2) == ["> undo", "The list is in its original order."])
    _ = evening.type("1", "start")
    _ = evening.wait(10)
    #expect(evening.type("list").first { $0 != "> list" }?.hasPrefix("Now song 1 of 1") == true)
    #expect(
      evening.type("back")
        == ["> back", "Session left: 1 song heard, 0:10 listened", "1 song picked, 0:30"])
  }

  @Test("while listening, other songs are found, and what is in the session is marked")
  func findWhileListening() {
    let plain = Evening(.plain)
    _ = plain.type("1 4", "start")
    #expect(
      plain.type("find f") == [
        "> find f",
        "2 songs found for 'f', 1 in the session; 'pick found' adds the others; "
          + "'find' alone shows all again.",
        "2: Soft Rain, 2:50", "4 in the session: Stream by Forest, unknown length",
      ])
    #expect(
      plain.type("pick found next").suffix(3) == [
        "3 songs picked, 3:20 and more", "2 added: Soft Rain, 2:50", "2 songs play next.",
      ])
    // The song that plays stays where it is.
    #expect(plain.type("find", "find o", "pick found next").last == "3 songs play next.")
    let live = Evening(.live)
    _ = live.type("1 4", "start")
    let marks = live.type("list all").compactMap { line in
      ["[ ]", "[x]", " ▶ "].first { line.hasPrefix($0) }
    }
    #expect(marks == [" ▶ ", "[ ]", "[ ]", "[x]"])
    #expect(live.type("list").count { $0.hasPrefix("[") } == 0)
  }

  @Test("songs that are moved are told their new place, and what is shuffled that it is")
  func places() {
    let evening = Evening(.plain)
    let order = "'list picked' shows the order."
    #expect(
      evening.type("all", "move 4 to 2").last == "Song 4 is at place 2 of 4 now; \(order)")
    #expect(
      evening.type("move 1 4 to 3").last == "2 songs are at places 3-4 of 4 now; \(order)")
    _ = evening.type("start")
    #expect(evening.type("pick 4 next").last == "Song 4 plays next.")
    #expect(
      evening.type("move 1 to next").last == "Song 1 is at place 2 of 4 now; \(order)")
    #expect(evening.type("shuffle 3").last?.contains("songs to come") == false)
    #expect(evening.type("undo").last?.hasPrefix("Songs play in your own order") == true)
    #expect(evening.type("unpick rest", "unpick rest").last == "No songs are to come.")
    #expect(evening.type("shuffle 3").last == "The order of the songs to come is unchanged.")
  }

  @Test("the time left can be asked for alone")
  func left() {
    let evening = Evening(.plain)
    #expect(evening.type("left").last == "! \(Refusal.nothingPlaying.text)")
    _ = evening.type("1 2", "start")
    _ = evening.wait(5)
    #expect(evening.type("left") == ["> left", "3:15 left"])
    #expect(evening.type("pick 4", "left").last == "more than 3:15 left")
    #expect(evening.type("for 10m", "left").last == "9:55 left")
    #expect(
      evening.type("for open", "left").last == "No end is planned; 'finish' ends the session.")
  }

  /// A view of a hundred songs on a screen of ten rows, for a person.
  private func hundred() -> (view: LineView, output: LineTranscript, stage: VirtualStage) {
    let songs = (1...100).map { SongViewModel(title: "Song \($0)", length: .seconds(60)) }
    let stage = VirtualStage(session: MeditationViewModel(songs: songs))
    let output = LineTranscript(.plain)
    (output.height, output.isInteractive) = (10, true)
    return (LineView(controller: stage.controller, output: output), output, stage)
  }

  @Test("a person is shown a long list a page at a time, and Ctrl-C ends it")
  func pages() {
    let (view, output, stage) = hundred()
    defer { withExtendedLifetime(stage) {} }
    _ = view.take("list all")
    #expect(
      output.take() == [Evening.nothingPicked] + (1...5).map { "\($0): Song \($0), 1:00" }
        + ["5 of 100 songs shown; 'more' shows the next page."])
    _ = view.take("more")
    #expect(
      output.take() == (6...10).map { "\($0): Song \($0), 1:00" }
        + ["10 of 100 songs shown; 'more' shows the next page."])
    // Another line leaves the list, but not its rest.
    _ = view.take("volume 50")
    #expect(!view.interrupt())
    _ = view.take("more")
    #expect(output.take().contains("11: Song 11, 1:00"))
    #expect(view.interrupt())
    #expect(output.take() == ["The rest is not shown."])
    _ = view.take("more")
    #expect(output.take() == ["! There is no more to show."])
    #expect(!view.interrupt())
    _ = view.take("list")
    #expect(
      output.take().last
        == "5 songs of 100 shown; 'more', 'list picked' or 'list all' shows others.")
    _ = view.take("more")
    #expect(output.take().first == "6: Song 6, 1:00")
    // A list that fits on two screens is shown at once.
    _ = view.take("list 1-10")
    #expect(output.take().count == 11)
  }

  @Test("on 40 columns and 10 rows, help and a plan are at most 4 pages of whole entries")
  func smallPages() {
    let session = MeditationViewModel(songs: [])
    let stage = VirtualStage(session: session)
    let output = LineTranscript(.live, width: 39)
    (output.height, output.isInteractive) = (8, true)
    let view = LineView(controller: stage.controller, output: output)
    _ = view.take(
      "for 20m, settle 10s, opening 1, bells every 5m, closing 3, fade 5s, under rain 40, breath box"
    )
    for line in ["help", "plan"] {
      _ = output.take()
      var pages: [[String]] = []
      var next = line
      repeat {
        _ = view.take(next)
        pages.append(output.take().flatMap { WrappedText.rows(of: $0, width: 39) })
        next = "more"
      } while pages.last?.last?.hasPrefix("'more'") == true && pages.count < 9
      #expect((2...4).contains(pages.count), "\(pages)")
      for page in pages {
        #expect(page.count <= 8)
        // Further lines of an entry are indented by more than its first.
        #expect(page[0].prefix { $0 == " " }.count <= 5, "\(page)")
      }
    }
  }

  @Test("while a session plays, the first Ctrl-C says how to leave, and the second leaves")
  func interrupted() {
    let (view, output, stage) = hundred()
    defer { withExtendedLifetime(stage) {} }
    #expect(!view.interrupt())
    for line in ["all", "start"] { _ = view.take(line) }
    _ = output.take()
    #expect(view.interrupt())
    #expect(
      output.take() == ["The session goes on. Ctrl-C again quits; 'finish' ends the session."])
    #expect(!view.interrupt())
    _ = view.take("pause")
    #expect(view.interrupt())
    output.isAway = true
    _ = view.take("play")
    #expect(!view.interrupt())
  }

  @Test("that commands are about what was found is said once for each search")
  func narrowed() {
    let evening = Evening(.plain)
    let note = "Only songs found for 'rain'; 'find' alone shows all again."
    _ = evening.type("find rain")
    #expect(evening.type("all", "none", "invert").count { $0 == note } == 1)
    _ = evening.type("find bowl")
    #expect(evening.type("all").last == note.replacing("rain", with: "bowl"))
    _ = evening.type("find rain")
    #expect(evening.type("none").last == note)
  }

  @Test("a person is told what to type after the end of a session")
  func hintAfterEnd() {
    let evening = Evening(.plain)
    let hint = "'start' plays it again, 'back' returns to picking."
    #expect(!evening.type("1", "start", "finish", "back").contains(hint))
    evening.output.isInteractive = true
    #expect(evening.type("start", "finish").last == hint)
    #expect(!evening.type("status").contains(hint))
    let other = LineView(
      controller: evening.stage.controller, output: evening.output, endsWithSession: true)
    _ = evening.type("start")
    #expect(other.take("finish") == false)
    #expect(evening.output.take().count { $0 == hint } == 1)
  }

  @Test("where the program ends with the session, a person is told that its bells ring out")
  func hintAtRingOut() {
    let evening = Evening(.plain)
    evening.output.isInteractive = true
    let sit = LineView(
      controller: evening.stage.controller, output: evening.output, endsWithSession: true)
    let hint = "The bells ring out; 'quit' leaves now."
    _ = evening.type("1", "start")
    _ = sit.take("finish")
    #expect(!evening.output.take().contains(hint))
    // 'finish' strikes the closing bells, also a single one.
    _ = evening.type("closing 1", "start")
    _ = sit.take("finish")
    #expect(evening.output.take().contains(hint))
    // The opening bell still sounds.
    _ = evening.type("closing off", "opening 1", "for 5m", "start")
    _ = evening.wait(3)
    _ = sit.take("finish")
    #expect(evening.output.take().contains(hint))
    _ = evening.type("start")
    _ = evening.wait(60)
    _ = sit.take("finish")
    #expect(!evening.output.take().contains(hint))
    _ = evening.type("closing 3", "start")
    #expect(evening.wait(300).contains(hint))
  }
}
