import MeditationControl
import Testing

@testable import MeditationCore
@testable import MeditationLines

@Suite("The cell draws") @MainActor struct SongCellTests {
  private static let titles = ["Bowl", "Rain", "Sea", "Stream"]
  private let session = MeditationViewModel(
    songs: titles.map { SongViewModel(title: $0, length: .seconds(30)) })
  private var songs: [SongViewModel] { session.songs }

  /// Emits changes as a session does, and returns the lines of the rows that cells draw.
  private func lines(
    of changes: [ModeChange], _ cells: SongCells, by drawing: SongDrawing
  ) -> [String] {
    for change in changes { songs[change.song].emission(of: change)?() }
    return drawing.lines(cells.takeRows().map(\.row), areNews: true).map(\.text)
  }

  /// Draws changes of the songs' modes alone, in words or in columns.
  private func story(_ rendering: Rendering, endsCells: Bool = false) -> [[String]] {
    let drawing = SongDrawing(session: session, output: LineTranscript(rendering))
    let cells = SongCells(drawing: drawing) { 4 }
    cells.show(songs)
    if endsCells { cells.end() }
    func lines(_ changes: [ModeChange]) -> [String] { self.lines(of: changes, cells, by: drawing) }
    func change(_ chosen: [SongViewModel], to mode: SongMode) -> [ModeChange] {
      MusicPlayer.change(chosen) { _ in mode }
    }
    var told = [
      lines(change(songs, to: .picking(.selected))),
      lines(change([songs[1]], to: .picking(.selected))),
      lines(MusicPlayer.toggle([songs[1], songs[3]])),
    ]
    (session.course.state.phase, session.course.state.pauseCause) = (.listening, nil)
    told += [
      lines(
        MusicPlayer.updateToSongListening(songs)
          .followed(by: change([songs[0]], to: .listening(.playing)))),
      lines(
        change([songs[0]], to: .listening(.playable))
          + change([songs[2]], to: .listening(.playing))),
      lines(change([songs[1]], to: .listening(.playable))),
      lines(change([songs[0]], to: .listening(.hidden))),
      lines(change([songs[2]], to: .listening(.playing))),
      lines(change([songs[2]], to: .listening(.playable))),
    ]
    session.course.state.phase = .picking
    told.append(lines(MusicPlayer.updateToSongPicking(songs)))
    return told
  }

  @Test("in words, a row for each change of a mode, by the player alone")
  func words() {
    #expect(
      story(.plain) == [
        [
          "1 picked: Bowl, 0:30", "2 picked: Rain, 0:30", "3 picked: Sea, 0:30",
          "4 picked: Stream, 0:30",
        ], [], ["2 unpicked: Rain, 0:30", "4 unpicked: Stream, 0:30"],
        ["1 playing: Bowl, 0:00 of 0:30"], ["3 playing: Sea, 0:00 of 0:30"],
        ["2 added: Rain, 0:30"], ["1 removed: Bowl, 0:30"], [], [], [],
      ])
  }

  @Test("in columns, the same rows")
  func columns() {
    #expect(
      story(.live) == [
        [
          "[x]  1  Bowl    0:30", "[x]  2  Rain    0:30", "[x]  3  Sea     0:30",
          "[x]  4  Stream  0:30",
        ], [], ["[ ]  2  Rain    0:30", "[ ]  4  Stream  0:30"],
        [" ▶   1  Bowl    0:00 / 0:30"], [" ▶   3  Sea     0:00 / 0:30"],
        ["     2  Rain    added"], ["     1  Bowl    removed"], [], [], [],
      ])
  }

  @Test("where the cells' subscriptions have ended, the same changes draw nothing")
  func ended() {
    for rendering in [Rendering.plain, .live] {
      #expect(story(rendering, endsCells: true).allSatisfy { $0.isEmpty })
    }
  }

  @Test("a session whose cells have ended prints no row of a song")
  func view() {
    let rows = night { _ in }.filter { $0.contains(#/^\d+ [a-z]+: /#) }
    #expect(
      rows.map { $0.prefix { $0 != "," } } == [
        "1 picked: Opening Bowl by Monastery", "2 picked: Soft Rain", "3 picked: 海の波 by Shore",
        "2 unpicked: Soft Rain", "1 playing: Opening Bowl by Monastery",
        "3 playing: 海の波 by Shore", "1 playing: Opening Bowl by Monastery", "2 added: Soft Rain",
      ])
    #expect(
      night { $0.lines.end() } == [
        "> 1-3", "3 songs picked, 1:05:25", "and 3 more", "> 2", "2 songs picked, 1:02:35",
        "and 1 more", "> start", "> previous", "> pause", "Paused at 0:00.", "> pick 2",
        "3 songs picked, 1:05:25", "and 1 more",
      ])
  }

  /// The output of a session from the first pick on.
  private func night(_ prepare: (LineView) -> Void) -> [String] {
    let evening = Evening(.plain)
    evening.view.begin()
    _ = evening.output.take()
    prepare(evening.view)
    return evening.type("1-3", "2", "start") + evening.wait(30)
      + evening.type("previous", "pause", "pick 2")
  }

  @Test("a song that begins is in sight, wherever it is among 100,000")
  func far() {
    let songs = (1...100_000).map { SongViewModel(title: "Song \($0)", length: .seconds(60)) }
    let stage = VirtualStage(session: MeditationViewModel(songs: songs))
    let output = LineTranscript(.plain)
    output.height = 24
    let view = LineView(controller: stage.controller, output: output, announcement: .songs)
    view.begin()
    for line in ["all", "shuffle 7", "start", "list 1-50"] { _ = view.take(line) }
    for action in [Action.select(70_000), .next, .previous, .previous, .select(5)] {
      _ = output.take()
      stage.session.perform(action)
      let current = stage.session.currentSong
      #expect(
        output.take().map { $0.prefix { $0 != "," } }
          == ["\((current?.index ?? 0) + 1) playing: \(current?.title ?? "")"], "\(action)")
      #expect(current?.observerCount == 1)
    }
    _ = output.take()
    stage.advance(by: .seconds(60))
    #expect(output.take().count == 1)
  }

  @Test("a song that begins in a silence is printed once, whatever made it begin")
  func silence() {
    for line in ["pick 2", "pick 2 next", "repeat on"] {
      let evening = Evening(.plain)
      _ = evening.type("1", "for 4m", "start")
      _ = evening.wait(60)
      let begun = evening.type(line).filter { $0.contains("Soft Rain") || $0.contains("Bowl") }
      #expect(begun.count == 1, "\(line)")
      #expect(begun.first?.contains(#/^[12] playing: .*, 0:00 of/#) == true, "\(line)")
    }
  }
}
