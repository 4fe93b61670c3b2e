import MeditationCore
import Testing

@Suite("What never changes of a song") struct SongConstantsTests {
  @Test("can be read off the main actor")
  func constants() async {
    let song = await SongViewModel(
      title: "Waves", subtitle: "Sea", length: .seconds(90), folder: "Shore")
    #expect(
      [song.title, song.subtitle, song.folder, song.timeText] == ["Waves", "Sea", "Shore", "1:30"])
    #expect(song.length == .seconds(90))
  }
}
