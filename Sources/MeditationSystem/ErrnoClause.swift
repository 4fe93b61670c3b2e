import SystemPackage

/// Describes a system error as a clause to show after a file's name.
package enum ErrnoClause {
  /// Why the file at `path` cannot be read. Blocks on the disk.
  package static func reading(_ error: any Error, of path: FilePath) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory? where SymbolicLink.isBroken(path):
      "it is a link to a file that does not exist"
    case .notDirectory?: SongRange.fault(in: path) ?? reading(error)
    default: reading(error)
    }
  }

  package static func reading(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory?: "the file does not exist"
    case .permissionDenied?, .notPermitted?: "you do not have permission to read it"
    case .ioError?: "the disk cannot be read"
    case let error?: either(error) ?? "the file cannot be read (\(error.description))"
    case nil: "the file cannot be read"
    }
  }

  /// Why a file cannot be created or written.
  package static func writing(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory?: "the folder does not exist"
    case .permissionDenied?, .notPermitted?: "you do not have permission to write it"
    case .ioError?: "the disk cannot be written"
    case .readOnlyFileSystem?: "the disk is read-only"
    case .noSpace?, .diskQuotaExceeded?: "the disk is full"
    case .badFileDescriptor?: "it is closed"
    case let error?: either(error) ?? "the file cannot be written (\(error.description))"
    case nil: "the file cannot be written"
    }
  }

  /// The clauses that reading and writing share.
  private static func either(_ error: Errno) -> String? {
    switch error {
    case .isDirectory: "it is a folder, not a file"
    case .notDirectory: "part of its path is not a folder"
    case .tooManySymbolicLinkLevels: "its symbolic links form a loop"
    case .fileNameTooLong: "its path is too long"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many files are open"
    case .noSuchAddressOrDevice: "it is not a regular file"
    default: nil
    }
  }
}

/// Describes a file that is not a regular one, as a clause to show after its name.
package enum FileTypeClause {
  /// The clause for `type`; `nil` for a regular file.
  package static func of(_ type: FileType) -> String? {
    switch type {
    case .regular: nil
    case .directory: "it is a folder, not a file"
    case .fifo: "it is a pipe, not a file"
    case .socket: "it is a socket, not a file"
    default: "it is a device, not a file"
    }
  }
}
