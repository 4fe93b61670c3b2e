import MeditationControl
import MeditationCore
import MeditationScreens
import Testing

@testable import MeditationLines

@Suite("Cells") @MainActor struct SongCellsTests {
  private let session = MeditationViewModel(
    songs: (1...6).map { SongViewModel(title: "\($0)", length: .seconds(10)) })
  private let output = LineTranscript(.plain)

  private func cells(_ capacity: @escaping () -> Int) -> SongCells {
    SongCells(drawing: SongDrawing(session: session, output: output), capacity: capacity)
  }

  private func observed() -> [Int] {
    session.songs.filter { $0.observerCount > 0 }.map { $0.index + 1 }
  }

  private func titles(_ rows: [SongCell.Drawn]) -> [String] { rows.map(\.row.title) }

  @Test("a cell observes the song that it shows, and no longer than it shows it")
  func reuse() {
    let cells = cells { 3 }
    cells.show(session.songs[..<2])
    #expect(observed() == [1, 2])
    cells.show(session.songs[2..<5])
    #expect(observed() == [3, 4, 5])
    cells.show([session.songs[0]])
    #expect(observed() == [1, 4, 5])
    #expect(cells.count == 3)
    session.perform(.pick([0, 1, 3]))
    #expect(titles(cells.takeRows()) == ["1", "4"])
    #expect(cells.takeRows().isEmpty)
  }

  @Test("a cell in use is not used again before older ones")
  func order() {
    let cells = cells { 2 }
    cells.show(session.songs[..<2])
    cells.bringIntoSight([session.songs[0]])
    cells.bringIntoSight([session.songs[5]])
    #expect(observed() == [1, 6])
  }

  @Test("of a song that changes twice, the latest row is drawn, in the place of the first")
  func changedTwice() {
    let cells = cells { 3 }
    cells.show(session.songs[..<3])
    session.perform(.pick([0]))
    session.perform(.pick([1]))
    session.perform(.unpick([0]))
    let rows = cells.takeRows().map(\.row)
    #expect(rows.map(\.title) == ["1", "2"])
    #expect(rows.map(\.marker) == [.unchecked, .checked])
  }

  @Test("a smaller screen has fewer cells")
  func resize() {
    var room = 5
    let cells = cells { room }
    cells.show(session.songs)
    #expect(observed() == [2, 3, 4, 5, 6])
    room = 2
    cells.show([session.songs[5]])
    #expect(observed() == [5, 6])
  }

  @Test("the rows of a released view hear nothing more")
  func release() {
    do {
      let cells = cells { 5 }
      cells.show(session.songs)
    }
    #expect(observed().isEmpty)
  }

  @Test("there are never more observers than rows in sight, whatever is done with 10,000 songs")
  func many() {
    let songs = (1...10_000).map { number in
      SongViewModel(title: "Song \(number)", subtitle: "\(number % 7)", length: .seconds(60))
    }
    let stage = VirtualStage(session: MeditationViewModel(songs: songs))
    let output = LineTranscript(.live, width: 80)
    output.height = 24
    let view = LineView(controller: stage.controller, output: output)
    view.begin()
    let lines = [
      "all", "list 500-700", "find 999", "list found", "none", "7 800 9000", "find", "invert",
      "list 1-3000", "start", "next", "9001", "list", "list picked", "back", "undo", "sort artist",
      "pick 5-", "start", "finish", "back",
    ]
    for line in lines {
      _ = view.take(line)
      let count = songs.reduce(0) { $0 + $1.observerCount }
      #expect(count <= SessionLines.screenful(height: 24), "\(line)")
    }
  }
}
