import MeditationPlan
import MeditationSystem
import SystemPackage

/// The sounds of bells: those that are built in, and those of files that were loaded.
final class BellSounds: Sendable {
  /// How many files are kept, as many as a plan can have: a minute of sound takes 23 MB.
  private static let capacity = 8

  let decoders: any DecoderOpener
  let converters: any RateConverterMaker
  /// The loaded files, the last one last, with the stamps that they had; `nil` where one is not a file of
  /// this system.
  private let loaded = Locked<[(path: String, bell: RecordedBell, stamp: FileStamp?)]>([])

  /// Sounds whose files are opened by `decoders`, and converted to 48 kHz by `converters`.
  init(decoders: any DecoderOpener, converters: any RateConverterMaker) {
    self.decoders = decoders
    self.converters = converters
  }

  /// The sound of `bell`; a file that is not loaded sounds as the bowl. Does not block.
  func sound(for bell: Bell.Sound) -> any LaneSound {
    if case .file(let path) = bell, let file = file(at: path) { return file.bell }
    return bell.struck ?? StruckBell.bowl
  }

  /// Loads the file at `path`, at most its first minute, unless it is loaded and has not changed.
  ///
  /// Blocks on the disk. Where it throws, what was loaded from the file is dropped.
  ///
  /// - Returns: True if the file is longer.
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

extension Bell.Sound {
  /// How long a stroke sounds; a guess for a file, which need not be loaded.
  package var ringTime: Duration { struck?.length ?? .seconds(5) }

  /// `nil` for a file.
  fileprivate var struck: StruckBell? {
    switch self {
    case .bowl: .bowl
    case .gong: .gong
    case .chime: .chime
    case .wood: .wood
    case .clap: .clap
    case .file: nil
    }
  }
}

extension StruckBell {
  fileprivate static let bowl = StruckBell(.bowl)
  fileprivate static let gong = StruckBell(.gong)
  fileprivate static let chime = StruckBell(.chime)
  fileprivate static let wood = StruckBell(.wood)
  fileprivate static let clap = StruckBell(.clap)
}
