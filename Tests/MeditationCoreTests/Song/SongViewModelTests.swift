import Testing

@testable import MeditationCore

@Suite("A song") @MainActor struct SongViewModelTests {
  @Test(
    "shows its length as a player does",
    arguments: [
      (nil, "–:––"), (.zero, "0:00"), (.milliseconds(7_900), "0:07"), (.seconds(330), "5:30"),
      (.seconds(3599), "59:59"), (.seconds(3723), "1:02:03"), (.seconds(-5), "0:00"),
    ] as [(Duration?, String)])
  func timeText(length: Duration?, text: String) {
    #expect(SongViewModel(title: "Waves", length: length).timeText == text)
  }

  @Test("reports each change once, and nothing else")
  func changes() {
    let song = SongViewModel(title: "Waves")
    var told: [ModeChange] = []
    let subscription = song.observeMode { told.append($0) }
    for mode in [SongMode.picking(.unselected), .picking(.selected), .picking(.selected)] {
      song.change(to: mode).map(song.announce)
    }
    #expect(told.map(\.description) == ["song 1: unpicked → picked"])
    withExtendedLifetime(subscription) {}
  }
}
