import NIOConcurrencyHelpers
import SystemPackage

/// Names directories in UTF-8, for libraries that take no other paths.
package enum UTF8Directory {
  /// The directories that are not UTF-8, by their paths. They stay open as long as the program
  /// runs, because such a library may open a file in one again at any time.
  private static let opened = NIOLockedValueBox<[FilePath: FilePath]>([:])

  /// `path` or, if that is not UTF-8, the same directory through a descriptor.
  ///
  /// - Throws: If the directory cannot be opened.
  package static func path(_ path: FilePath) throws(Errno) -> FilePath {
    guard String(validating: path) == nil else { return path }
    let status = try path.stat()
    let result = opened.withLockedValue { opened -> Result<FilePath, any Error> in
      if let known = opened[path], let now = try? known.stat(),
        FileIdentity(now.rawValue) == FileIdentity(status.rawValue)
      {
        return .success(known)
      }
      return Result {
        let directory = try FileDescriptor.open(
          path, .readOnly, options: [.directory, .closeOnExec])
        let name = FilePath("/proc/self/fd/\(directory.rawValue)")
        opened[path] = name
        return name
      }
    }
    switch result {
    case .success(let name): return name
    case .failure(let error): throw error as? Errno ?? .ioError
    }
  }
}
