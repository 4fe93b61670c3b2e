import MeditationEngine
import MeditationSystem
import SystemPackage

/// The file of a song, open for reading until it is released.
///
/// Every read of a song goes through here; none moves a position. A parser that gets too few bytes
/// believes that the file ends there, so the file remembers why: whoever opens or decodes it asks.
final class SongFile {
  /// Reads at an offset, as `pread` does.
  typealias Reader =
    @Sendable (_ file: FileDescriptor, _ offset: Int64, UnsafeMutableRawBufferPointer) throws -> Int

  static let reader: Reader = { try $0.read(fromAbsoluteOffset: $1, into: $2) }

  let descriptor: FileDescriptor
  /// In bytes, when it was opened: a file that grows is read up to here. Capped, so that products of
  /// it do not overflow: a file with holes can claim any size.
  let size: Int64
  /// Why bytes could not be read that the file had when it was opened.
  private(set) var failure: SongDecodingError?
  private let reader: Reader

  /// Opens the file at `path`, which must be a regular one. Tests make `reader` fail.
  init(_ path: FilePath, by reader: @escaping Reader = reader) throws(SongDecodingError) {
    do {
      // Non-blocking: opening a FIFO for reading would wait for a writer.
      descriptor = try FileDescriptor.open(
        path, .readOnly, options: [.nonBlocking, .closeOnExec])
    } catch {
      throw SongDecodingError(ErrnoClause.reading(error, of: path))
    }
    self.reader = reader
    let refusal: String?
    do {
      let status = try descriptor.stat()
      size = min(Int64(status.size), 1 << 48)
      refusal = FileTypeClause.of(status.type)
    } catch {
      size = 0
      refusal = ErrnoClause.reading(error)
    }
    if let refusal { throw SongDecodingError(refusal) }
  }

  deinit { try? descriptor.close() }

  /// Reads bytes from `offset` on until `buffer` is full or the file has no more; returns how many.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0 else { return 0 }
    let wanted = Int(min(Int64(buffer.count), max(size - offset, 0)))
    var count = 0
    while count < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
      do {
        let read = try reader(descriptor, offset + Int64(count), rest)
        guard read > 0 else {
          // It was cut off while it was open.
          failure = .cutOff
          return count
        }
        count += read
      } catch {
        failure = SongDecodingError("the disk cannot be read", concernsFile: false)
        return count
      }
    }
    return count
  }

  /// At most `count` bytes from `offset` on, fewer where the file has no more.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Forgets `failure`: the next read may succeed.
  func forgetFailure() { failure = nil }
}
