import Glibc
import SystemPackage

/// An entry of a directory.
package struct DirectoryEntry {
  /// The bytes of the name.
  package let name: [UInt8]
  /// `DT_DIR`, `DT_LNK` and so on.
  package let type: Int

  /// The next entry of an open directory, `.` and `..` included; `nil` at its end.
  package static func next(of stream: OpaquePointer) throws(Errno) -> DirectoryEntry? {
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { throw Errno(rawValue: errno) }
      return nil
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      let start = UnsafeRawPointer(pointer)
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      return Array(UnsafeRawBufferPointer(start: start, count: length))
    }
    return DirectoryEntry(name: name, type: Int(entry.pointee.d_type))
  }

  /// The bytes of all names in a directory except `.` and `..`, in no order. Blocks on the disk.
  package static func names(in directory: FilePath) throws(Errno) -> [[UInt8]] {
    guard let stream = directory.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = try next(of: stream) {
      let name = entry.name
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    return names
  }
}
