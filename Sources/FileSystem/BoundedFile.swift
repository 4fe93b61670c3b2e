import Glibc
import SystemPackage

/// The contents of a file up to a size limit.
package struct BoundedFile {
  package enum Failure: Error, Equatable {
    /// The file is larger than the limit.
    case tooLarge
    /// The file cannot be read; the value is a clause that says why.
    case unreadable(String)
  }

  package let identity: FileIdentity
  package let bytes: [UInt8]

  /// Reads the regular file at `path`; rejects a FIFO without blocking on it. Blocks on the disk.
  ///
  /// - Parameter limit: In bytes; also applies to a file that grows while it is read.
  package init(at path: FilePath, limit: Int) throws(Failure) {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      (identity, bytes) = try file.closeAfter { try Self.read(file, limit: limit) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreadable(ErrnoClause.reading(error))
    }
  }

  private static func read(
    _ file: FileDescriptor, limit: Int
  ) throws -> (FileIdentity, [UInt8]) {
    let status = try file.stat()
    if let reason = FileTypeClause.of(status.type) { throw Failure.unreadable(reason) }
    guard status.size <= limit else { throw Failure.tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.size))
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { break }
      bytes += piece[..<count]
      guard bytes.count <= limit else { throw Failure.tooLarge }
    }
    return (FileIdentity(status.rawValue), bytes)
  }
}
