import SystemPackage

/// Decodes ahead, one chunk a step.
///
/// Knows nothing of threads: the decoding thread drives it, or an offline engine does. Whoever
/// drives it owns it, and every decoder that it opens lives and dies there.
final class Feeder {
  /// What became of a step.
  enum Step {
    /// Something was done; there may be more.
    case worked
    /// There is nothing to do until the supply's bell rings.
    case rested
    /// Another feeder has taken over, or the end has come.
    case retired
  }

  /// An open file, and where in its track decoding stands.
  private struct Source {
    let path: FilePath
    let decoder: any Decoder
    var frame = 0
  }

  private let id: Int
  private let supply: Supply
  private let decoders: any DecoderOpener
  /// The work that `source` belongs to.
  private var serial = 0
  private var segmentIndex = 0
  private var start = Duration.zero
  /// What is decoded, or was decoded to its end.
  private var source: Source?
  /// What was decoded before, and may still sound while `source` is decoded ahead of it.
  ///
  /// A seek goes on with the open file: one that was deleted or replaced meanwhile still plays.
  private var earlier: Source?

  /// A feeder of `supply`, by the number `id` that the supply knows it by.
  init(_ id: Int = 0, supply: Supply, decoders: any DecoderOpener) {
    self.id = id
    self.supply = supply
    self.decoders = decoders
  }

  /// Opens a file, or decodes one chunk. May block on the disk.
  func step() -> Step {
    switch supply.order(for: serial, by: id) {
    case .rest(let isSilent):
      if isSilent { (source, earlier) = (nil, nil) }
      return .rested
    case .retire:
      return .retired
    case .begin(let job):
      begin(job)
    case .fill(let storage):
      fill(storage)
    }
    return .worked
  }

  private func begin(_ job: SupplyState.Job) {
    serial = job.serial
    segmentIndex = job.segmentIndex
    start = job.start
    do throws(DecodingError) {
      try open(job.path)
      try seek()
    } catch {
      close(.damage(error.reason))
    }
  }

  /// Makes the file at `path` the source: by its name, unless it is still open. `nil` is no file.
  private func open(_ path: FilePath?) throws(DecodingError) {
    if let path, source?.path == path { return }
    swap(&source, &earlier)
    if let path, source?.path == path { return }
    source = nil
    guard let path else { throw DecodingError("there is no such song") }
    source = Source(path: path, decoder: try decoders.open(path))
  }

  /// Goes to where the work starts.
  private func seek() throws(DecodingError) {
    guard let source else { return }
    let wanted = start.frameCount(at: source.decoder.format.sampleRate)
    let frame = min(wanted, source.decoder.frameCount ?? wanted)
    guard frame != source.frame else { return }
    self.source?.frame = frame
    try source.decoder.seek(to: frame)
  }

  private func fill(_ storage: consuming [UInt8]) {
    guard let source else {
      supply.giveBack(storage)
      return
    }
    let decoder = source.decoder
    let format = decoder.format
    let frameByteCount = format.frameByteCount
    let capacity = storage.count / frameByteCount
    var count = 0
    var ending: Chunk.Ending?
    storage.withUnsafeMutableBytes { bytes in
      do throws(DecodingError) {
        while count < capacity {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: bytes[(count * frameByteCount)..<(capacity * frameByteCount)])
          let read = try decoder.read(into: rest)
          guard read > 0 else {
            ending = .end
            return
          }
          count += read
        }
      } catch {
        ending = .damage(error.reason)
      }
    }
    if count > 0 {
      let chunk = Chunk(
        segmentIndex: segmentIndex, format: format, firstFrame: source.frame, frameCount: count,
        storage: storage)
      self.source?.frame += count
      supply.deliver(chunk, serial: serial)
    } else {
      supply.giveBack(storage)
    }
    if let ending { close(ending) }
  }

  /// Ends the track. What came to its own end stays open; what broke does not.
  private func close(_ ending: Chunk.Ending) {
    let mark = Chunk(
      segmentIndex: segmentIndex, format: source?.decoder.format, firstFrame: source?.frame ?? 0,
      frameCount: 0, storage: [], ending: ending, start: start)
    if ending.isDamage { source = nil }
    supply.deliver(mark, serial: serial)
  }
}
