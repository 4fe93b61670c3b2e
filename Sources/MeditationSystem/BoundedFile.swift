import Glibc
import SystemPackage

/// The contents of a file up to a size limit.
package struct BoundedFile {
  package enum Failure: Error, Equatable {
    /// The file is larger than `limit` bytes, a whole number of megabytes.
    case tooLarge(limit: Int)
    /// The file cannot be read; the value is a clause with the reason.
    case unreadable(String)

    /// Why the file is not read, as a clause.
    package var clause: String {
      switch self {
      case .tooLarge(let limit): "it is larger than \(limit >> 20) MB"
      case .unreadable(let reason): reason
      }
    }
  }

  package let identity: FileIdentity
  package let bytes: [UInt8]

  /// Reads the regular file at `path`; rejects a FIFO without blocking on it. Blocks on the disk.
  ///
  /// - Parameter limit: In bytes; also applies to a file that grows while it is read.
  package init(at path: FilePath, limit: Int) throws(Failure) {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      (identity, bytes) = try file.closeAfter {
        let status = try file.stat()
        if let reason = FileTypeClause.of(status.type) { throw Failure.unreadable(reason) }
        guard status.size <= limit else { throw Failure.tooLarge(limit: limit) }
        let bytes = try Self.readToEnd(file, expecting: Int(status.size), limit: limit)
        return (FileIdentity(status.rawValue), bytes)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreadable(ErrnoClause.reading(error, of: path))
    }
  }

  /// Reads an open file, pipe or device up to its end or the limit, in bytes. Blocks.
  package static func contents(
    of file: FileDescriptor, limit: Int
  ) throws(Failure) -> [UInt8] {
    do {
      return try readToEnd(file, expecting: 0, limit: limit)
    } catch {
      throw error as? Failure ?? .unreadable(ErrnoClause.reading(error))
    }
  }

  private static func readToEnd(
    _ file: FileDescriptor, expecting size: Int, limit: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw Failure.tooLarge(limit: limit) }
      bytes += piece[..<count]
    }
  }
}

/// Identifies a file by device and inode, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity of the file that `path` leads to, or names a range of; `nil` if there is none.
  /// Blocks on the disk.
  package init?(of path: FilePath) {
    guard let status = try? PathName.file(of: path).stat() else { return nil }
    self.init(status.rawValue)
  }
}
