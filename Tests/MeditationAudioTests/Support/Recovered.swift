import MeditationAudio
import MeditationEngine
import SystemPackage

/// The sound that a decoder delivers of a damaged file, going on behind all damage.
struct Recovered {
  /// Frames that follow each other.
  struct Run {
    /// The position of the first.
    var frame: Int
    /// Interleaved.
    var samples: [Float]
  }

  var runs: [Run] = []
  /// The damage: where it begins, and where decoding went on.
  var holes: [Range<Int>] = []
  /// Why nothing more can be decoded; `nil` at the end of the file.
  var failure: String?
  var channelCount: Int

  /// Reads some `limit` frames from `start` on, or from what is behind the damage there.
  init(_ decoder: any SongDecoder, from start: Int = 0, limit: Int = .max) throws {
    let format = decoder.format
    channelCount = format.channelCount
    var buffer = [UInt8](repeating: 0, count: 2_048 * format.frameByteCount)
    var frame = start
    var run = Run(frame: start, samples: [])
    func skip(_ error: SongDecodingError) -> Bool {
      guard let next = try? decoder.resume(after: frame, step: 256) else {
        failure = error.reason
        return false
      }
      holes.append(frame..<next)
      if !run.samples.isEmpty { runs.append(run) }
      frame = next
      run = Run(frame: next, samples: [])
      return true
    }
    var goesOn = true
    if start > 0 {
      do throws(SongDecodingError) { try decoder.seek(to: start) } catch { goesOn = skip(error) }
    }
    let limit = limit == .max ? limit : frame + limit
    while goesOn, frame < limit {
      let result = buffer.withUnsafeMutableBytes { bytes -> Result<Int, SongDecodingError> in
        do throws(SongDecodingError) {
          return .success(try decoder.read(into: bytes))
        } catch {
          return .failure(error)
        }
      }
      switch result {
      case .success(let count):
        run.samples += Self.floats(buffer.prefix(count * format.frameByteCount), format.sample)
        frame += count
        goesOn = count > 0
      case .failure(let error): goesOn = skip(error)
      }
    }
    if !run.samples.isEmpty { runs.append(run) }
  }

  init(_ path: FilePath, from start: Int = 0, limit: Int = .max) throws {
    try self.init(try SystemDecoders(programs: nil).open(path), from: start, limit: limit)
  }

  /// The frame behind the last.
  var end: Int { runs.last.map { $0.frame + $0.samples.count / channelCount } ?? 0 }
  var lost: Int { holes.reduce(0) { $0 + $1.count } }

  /// The largest difference to `whole`, but for the first `settling` frames of each run behind a
  /// hole or a seek.
  func difference(to whole: Run, settling: Int) -> Float {
    var largest: Float = 0
    for run in runs {
      let first = run.frame == 0 ? 0 : settling * channelCount
      let offset = run.frame * channelCount
      guard first < run.samples.count else { continue }
      for index in first..<run.samples.count {
        guard whole.samples.indices.contains(offset + index) else { return .infinity }
        largest = max(largest, abs(run.samples[index] - whole.samples[offset + index]))
      }
    }
    return largest
  }

  private static func floats(_ bytes: ArraySlice<UInt8>, _ format: SampleFormat) -> [Float] {
    bytes.withUnsafeBytes { bytes in
      switch format {
      case .int16: bytes.bindMemory(to: Int16.self).map { Float($0) / 32_768 }
      case .int24in32: bytes.bindMemory(to: Int32.self).map { Float($0) / 2_147_483_648 }
      case .float32: Array(bytes.bindMemory(to: Float.self))
      }
    }
  }
}
