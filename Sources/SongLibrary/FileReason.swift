import SystemPackage

/// Why a file cannot be read, as a clause that fits after its name.
enum FileReason {
  static func clause(for error: Errno) -> String {
    switch error {
    case .noSuchFileOrDirectory, .notDirectory: "there is no such file"
    case .permissionDenied, .notPermitted: "you are not allowed to read it"
    case .tooManySymbolicLinkLevels: "its symbolic links lead in a circle"
    case .fileNameTooLong: "its path is too long"
    case .ioError: "the disk cannot read it"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many files are open"
    default: "it cannot be read (\(error.description))"
    }
  }

  /// The reason why nothing can be played from a file of this type; `nil` for a regular file.
  static func clause(forType type: FileType) -> String? {
    switch type {
    case .regular: nil
    case .directory: "it is a folder"
    case .fifo: "it is a pipe, not a file"
    case .socket: "it is a socket, not a file"
    default: "it is a device, not a file"
    }
  }
}
