import MeditationCore
import Testing

@Suite("A song belongs to one session, once") struct SongOwnershipTests {
  private static let reason = "The song 'Waves' belongs to a session already, or is given twice."

  @Test("a song that is given to a second session stops the program, with the reason")
  func secondSession() async throws {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let songs = [SongViewModel(title: "Waves")]
          _ = MeditationViewModel(songs: songs)
          _ = MeditationViewModel(songs: songs)
        }
      })
    #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.reason))
  }

  @Test("so does one that is given twice")
  func twice() async throws {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let song = SongViewModel(title: "Waves")
          _ = MeditationViewModel(songs: [song, song])
        }
      })
    #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.reason))
  }

  @Test("songs are refused together if one is appended twice, or while it waits to join")
  @MainActor func appended() async throws {
    let (waves, rain) = (SongViewModel(title: "Waves"), SongViewModel(title: "Rain"))
    let session = MeditationViewModel(songs: [SongViewModel(title: "Bowl")])
    #expect(session.append([rain, waves, waves]) == .refused(.songInUse(title: "Waves")))
    #expect(session.songs.count == 1 && !rain.belongsToSession)
    session.perform(.pick([0]))
    session.perform(.start)
    #expect(session.append([waves]) == .queued)
    #expect(session.append([rain, waves]) == .refused(.songInUse(title: "Waves")))
    session.perform(.back)
    #expect(session.songs.map(\.title) == ["Bowl", "Waves"])
    #expect(session.append([rain]) == .changed)
  }

  @Test("a song says whether it has a session")
  @MainActor func asking() {
    let song = SongViewModel(title: "Waves")
    #expect(!song.belongsToSession)
    _ = MeditationViewModel(songs: [song])
    #expect(song.belongsToSession)
  }
}
