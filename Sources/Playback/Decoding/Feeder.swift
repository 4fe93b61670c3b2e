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

  private let id: Int
  private let supply: Supply
  private let decoders: any DecoderOpener
  /// The work that `decoder` belongs to.
  private var serial = 0
  private var leg = 0
  private var decoder: (any Decoder)?
  /// Where in its track `decoder` stands.
  private var frame = 0

  /// A feeder of `supply`, by the number `id` that the supply knows it by.
  init(_ id: Int = 0, supply: Supply, decoders: any DecoderOpener) {
    self.id = id
    self.supply = supply
    self.decoders = decoders
  }

  /// Opens a file, or decodes one chunk. May block on the disk.
  func step() -> Step {
    switch supply.order(for: serial, by: id) {
    case .rest:
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
    decoder = nil
    serial = job.serial
    leg = job.leg
    frame = 0
    do throws(DecodingError) {
      let opened = try decoders.open(job.track.path)
      decoder = opened
      frame = job.start.frameCount(at: opened.format.sampleRate)
      if frame > 0 {
        frame = min(frame, opened.frameCount ?? frame)
        try opened.seek(to: frame)
      }
    } catch {
      close(.damage(error.reason))
    }
  }

  private func fill(_ storage: consuming [UInt8]) {
    guard let decoder else {
      supply.giveBack(storage)
      return
    }
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
        leg: leg, format: format, firstFrame: frame, frameCount: count, storage: storage)
      frame += count
      supply.deliver(chunk, serial: serial)
    } else {
      supply.giveBack(storage)
    }
    if let ending { close(ending) }
  }

  /// Ends the track, and lets its decoder go.
  private func close(_ ending: Chunk.Ending) {
    let mark = Chunk(
      leg: leg, format: decoder?.format, firstFrame: frame, frameCount: 0, storage: [],
      ending: ending)
    decoder = nil
    supply.deliver(mark, serial: serial)
  }
}
