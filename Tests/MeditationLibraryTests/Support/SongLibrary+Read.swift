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
}
