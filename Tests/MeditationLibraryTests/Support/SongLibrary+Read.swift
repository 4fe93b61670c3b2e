import MeditationEngine
import SystemPackage

@testable import MeditationLibrary

extension AudioFormats {
  static let withoutFFmpeg = AudioFormats(hasFFmpeg: false)
}

extension SongLibrary {
  /// A library of what is read without ffmpeg.
  init(
    opener: any DecoderOpener, cache: SongCache? = nil,
    fewestCached: Int = LibraryScan.firstPartSize
  ) {
    self.init(
      opener: opener, formats: .withoutFFmpeg, cache: cache, fewestCached: fewestCached)
  }

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
