import MeditationAudio
import MeditationControl
import MeditationEngine
import MeditationLibrary
import MeditationSystem

// The user's files and folders, as the program uses them.

extension UserDirectories {
  static var ofProgram: UserDirectories {
    UserDirectories(environment: ProgramEnvironment.variables)
  }
}

extension BaseFolders {
  /// The folders with which a typed path means the same file as in a shell.
  static var ofShell: BaseFolders {
    BaseFolders(home: UserDirectories.ofProgram.home, current: PathName.currentDirectory)
  }
}

extension PlanFileReader {
  /// Reads the files of plans, named as in a shell.
  static var ofShell: PlanFileReader {
    PlanFileReader(base: .ofShell) { path throws(SongDecodingError) in
      try SystemDecoders().length(ofFile: path)
    }
  }
}

extension SongCache {
  /// The cache of the run, with one connection for all that it keeps.
  static let ofProgram = SongCache(
    in: UserDirectories.ofProgram.cache, reader: SystemDecoders.version)
}

extension SongLibrary {
  /// A library with a cache of tags and lengths; without its folder, each start reads all files.
  static var ofProgram: SongLibrary {
    let decoders = SystemDecoders()
    return SongLibrary(opener: decoders, formats: decoders.formats, cache: .ofProgram)
  }
}

extension SongLevels {
  /// The levels of a run, kept in the cache; if `rendered`, to a file, songs can be measured first.
  static func ofProgram(rendered: Bool) -> SongLevels {
    SongLevels(
      meter: EBUR128Meter(decoders: SystemDecoders()), store: SongCache.ofProgram,
      waits: rendered)
  }
}
