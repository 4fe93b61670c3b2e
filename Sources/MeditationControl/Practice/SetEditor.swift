import MeditationCore
import MeditationPlan
import MeditationPractice

/// A set that is edited in the picker: until `end()`, what is picked there *is* the set's songs.
@MainActor package final class SetEditor {
  let stored: StoredSet
  /// The set as it is picked and planned now.
  package private(set) var set: SongSet
  /// The number of the change that loaded the set.
  let loadedBy: Int

  /// The songs of the set as read, with the present paths of those found elsewhere.
  private let songs: [SetSong]
  private let session: MeditationViewModel
  /// The plan as loaded: without an unreadable bell, and with a seed drawn for it.
  private let loadedPlan: Plan
  private let files: SongFiles
  private let missing: MissingSongs
  private var subscription: Subscription?

  /// Binds `stored`, which is loaded in `session`, to what is picked. `songs` have the present
  /// paths of those found elsewhere.
  init(
    _ stored: StoredSet, songs: [SetSong], missing: MissingSongs, in session: MeditationViewModel,
    _ files: SongFiles
  ) {
    self.stored = stored
    self.songs = songs
    self.session = session
    self.files = files
    (loadedBy, loadedPlan) = (session.latestChange, session.state.plan)
    set = stored.set
    set.songs = songs
    self.missing = missing
    subscription = session.observe(\.self) { [weak self] old, new in
      guard old.picked != new.picked || old.arrangement != new.arrangement || old.plan != new.plan
      else { return }
      self?.follow()
    }
  }

  func end() { subscription?.end() }

  private func follow() {
    guard session.phase == .picking else { return }
    // A song that is already in the set keeps its title there, which the user may have edited.
    var known: [[UInt8]: SetSong] = [:]
    for song in songs { known[song.path] = known[song.path] ?? song }
    set.songs = missing.inserted(
      into: session.playOrder.map { index in
        let song = files.setSong(index)
        return known[song.path] ?? song
      })
    set.plan = plan
  }

  /// The plan; unchanged clauses are written as in the file.
  private var plan: StoredPlan {
    var plan = session.state.plan
    guard plan != loadedPlan else { return stored.set.plan }
    let old = stored.set.plan.plan
    if let old {
      // In the file, bells have the paths that the user typed.
      func keepUnchanged<Value: Equatable>(_ clause: WritableKeyPath<Plan, Value>) {
        if plan[keyPath: clause] == loadedPlan[keyPath: clause] {
          plan[keyPath: clause] = old[keyPath: clause]
        }
      }
      keepUnchanged(\.bell.sound)
      keepUnchanged(\.sessionOpening)
      keepUnchanged(\.sessionClosing)
      for part in plan.parts.indices
      where part < min(loadedPlan.parts.count, old.parts.count) {
        keepUnchanged(\.parts[part].opening)
        keepUnchanged(\.parts[part].bells)
        keepUnchanged(\.parts[part].closing)
      }
    }
    return plan == old ? stored.set.plan : StoredPlan(plan)
  }
}

/// The songs of a set that are missing on the disk, and so cannot be picked. They stay in the set.
struct MissingSongs {
  /// Each with the path of the song before it.
  private let songs: [(song: SetSong, after: [UInt8]?)]
  /// The paths of the songs that are not missing.
  private let present: Set<[UInt8]>

  init(of songs: [SetSong], present: Set<[UInt8]>) {
    self.present = present
    self.songs = songs.indices.filter { !present.contains(songs[$0].path) }.map { index in
      (songs[index], index > 0 ? songs[index - 1].path : nil)
    }
  }

  /// `picked` with the missing songs at their places.
  func inserted(into picked: [SetSong]) -> [SetSong] {
    var all = picked
    for (song, before) in songs {
      let place = before.flatMap { path in all.lastIndex { $0.path == path } }
      all.insert(song, at: place.map { $0 + 1 } ?? 0)
    }
    return all
  }

  func isOfSet(_ picked: [SetSong]) -> Bool { picked.contains { present.contains($0.path) } }
}
