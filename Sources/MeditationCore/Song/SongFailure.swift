/// Why a song failed, and who observes it.
@MainActor final class SongFailure {
  var reason: String?
  let changes = EventEmitter<(old: String?, new: String?)>()
}
