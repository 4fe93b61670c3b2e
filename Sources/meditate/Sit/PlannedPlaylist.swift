import Platform
import Practice

/// A playlist with a plan: a set that was exported.
enum PlannedPlaylist {
  /// The set at the only path of `paths`, if that is a playlist with a plan. Blocks on the disk.
  static func read(_ paths: [String]) -> SongSet? {
    guard let name = paths.first, paths.count == 1 else { return nil }
    let path = RawArguments.path(name)
    guard ["m3u", "m3u8"].contains(PathName.ending(ofName: PathName.bytes(of: path))),
      let set = try? SetExport.read(path), !set.plan.isEmpty
    else { return nil }
    return set
  }
}
