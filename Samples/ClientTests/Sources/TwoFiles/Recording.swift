import GaplessAudio
import Synchronization

/// An output of one's own: collects what is played, as fast as it comes.
public final class Recording: OutputOpener {
  private let bytes = Mutex<[UInt8]>([])
  /// In hertz; `nil` takes that of the first song.
  public let fixedSampleRate: Int?

  public init(sampleRate: Int? = nil) { fixedSampleRate = sampleRate }

  /// The samples so far; of 16 bits each.
  public var samples: [Int16] {
    bytes.withLock { bytes in
      bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 2).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)
        }
      }
    }
  }

  /// One output, never opened again: the engine converts all songs to the format of the first.
  public var isFixedFormat: Bool { true }

  public func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    guard format.bits == 16 else { throw OutputError("only 16 bits are recorded") }
    return RecordingOutput(format, recording: self)
  }

  func append(_ frames: UnsafeRawBufferPointer) { bytes.withLock { $0.append(contentsOf: frames) } }
}
