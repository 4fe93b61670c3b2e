import MeditationCore
import Testing

@Suite("A song belongs to one session, once") struct SongOwnershipTests {
  private static let reason = "The song 'Waves' belongs to a session already."

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

  @Test("and one that is appended while it waits to join")
  func appended() async throws {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let song = SongViewModel(title: "Waves")
          let session = MeditationViewModel(songs: [SongViewModel(title: "Bowl")])
          session.perform(.pick([0]))
          session.perform(.start)
          session.append([song])
          session.append([song])
        }
      })
    #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.reason))
  }

  @Test("a song says whether it has a session")
  @MainActor func asking() {
    let song = SongViewModel(title: "Waves")
    #expect(!song.belongsToSession)
    _ = MeditationViewModel(songs: [song])
    #expect(song.belongsToSession)
  }
}
