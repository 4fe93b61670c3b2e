import MeditationPlan
import MeditationSystem
import SystemPackage

/// The sounds of bells: built-in ones, and those of loaded files.
final class BellSounds: Sendable {
  /// How many files are kept, as many as a plan can have: a minute of sound takes 23 MB.
  private static let capacity = 8

  let decoders: any DecoderOpener
  let converters: any RateConverterMaker
  /// The loaded files, the latest last, with their stamps; `nil` for a path without a regular file.
  private let loaded = Locked<[(path: String, bell: RecordedBell, stamp: FileStamp?)]>([])

  init(decoders: any DecoderOpener, converters: any RateConverterMaker) {
    self.decoders = decoders
    self.converters = converters
  }

  /// The sound of `bell`; the bowl for a file that is not loaded. Does not block.
  func sound(for bell: Bell.Sound) -> any LaneSound {
    switch bell {
    case .bowl: return StruckBell.bowl
    case .gong: return StruckBell.gong
    case .chime: return StruckBell.chime
    case .wood: return StruckBell.wood
    case .clap: return StruckBell.clap
    case .file(let path):
      if let file = file(at: path) { return file.bell }
      return StruckBell.bowl
    }
  }

  /// Loads the file at `path`, at most its first minute, unless it is loaded and unchanged; true if
  /// the file is longer.
  ///
  /// Blocks on the disk. If it throws, what was loaded from the file before is dropped.
  @discardableResult func load(_ path: String) throws(SongDecodingError) -> Bool {
    let stamp = FileStamp(of: FilePath(path))
    if let file = file(at: path), file.stamp == stamp { return file.bell.isCut }
    let result = Result { () throws(SongDecodingError) -> RecordedBell in
      try RecordedBell(FilePath(path), decoders: decoders, converters: converters)
    }
    loaded.withLock { loaded in
      loaded.removeAll { $0.path == path }
      if case .success(let bell) = result { loaded.append((path, bell, stamp)) }
      loaded.removeFirst(max(0, loaded.count - Self.capacity))
    }
    return try result.get().isCut
  }

  private func file(at path: String) -> (bell: RecordedBell, stamp: FileStamp?)? {
    loaded.withLock { $0.first { $0.path == path }.map { ($0.bell, $0.stamp) } }
  }
}

extension StruckBell {
  fileprivate static let bowl = StruckBell(.bowl)
  fileprivate static let gong = StruckBell(.gong)
  fileprivate static let chime = StruckBell(.chime)
  fileprivate static let wood = StruckBell(.wood)
  fileprivate static let clap = StruckBell(.clap)
}
