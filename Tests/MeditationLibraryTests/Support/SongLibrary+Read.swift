import SystemPackage

@testable import MeditationLibrary

extension SongLibrary {
  /// Reads all songs in `paths`, in their order. Blocks.
  func read(_ paths: [FilePath]) -> LibraryContents {
    var all = LibraryContents()
    read(paths) { part in
      all.songs += part.contents.songs
      all.skipped += part.contents.skipped
    }
    return all
  }

  /// Reads `paths` part by part, in their order. Blocks until everything is read and stored.
  func read(_ paths: [FilePath], deliver: (LibraryPart) -> Void) {
    LibraryScan(of: Discovery(paths), for: self).run(deliver: deliver)
  }
}
