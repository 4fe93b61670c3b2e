import FileSystem
import Foundation
import MeditationCore
import Playback
import Practice
import SessionControl
import SongLibrary
import SystemPackage

/// What the program keeps the practice with.
@MainActor enum ProgramPractice {
  /// The services of a run, whose diagnostics and songs go to `mailbox`.
  static func services(
    for request: RunRequest, mailbox: AsyncStream<RunEvent>.Continuation
  ) -> PracticeServices {
    var services = PracticeServices()
    let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
    if request.keepsJournal, let data = directories.data {
      services.journal = DeferredJournal(in: data) { mailbox.yield(.complaint($0)) }
    }
    services.readSongs = { paths in
      let found = SongSource.library.read(paths).songs
      let songs = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      return paths.map { path in songs[path].map(SongViewModel.init) }
    }
    if case .home = request.beginning {
      services.openLibrary = {
        Task {
          do throws(StartProblem) {
            let (contents, parts) = try await SongSource(paths: [], filesFrom: nil).begin()
            mailbox.yield(.library(contents, parts))
          } catch {
            mailbox.yield(.libraryFailed(error))
          }
        }
      }
    }
    return services
  }
}
