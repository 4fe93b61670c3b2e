import SystemPackage

/// Why the system refuses a file, as a clause that fits after its name.
package enum ErrnoClause {
  /// Why a file cannot be read.
  package static func reading(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory?: "there is no such file"
    case .isDirectory?: "it is a folder"
    case .permissionDenied?, .notPermitted?: "you are not allowed to read it"
    case .ioError?: "the disk cannot read it"
    case let error?: either(error) ?? "it cannot be read (\(error.description))"
    case nil: "it cannot be read"
    }
  }

  /// Why a file cannot be made or written.
  package static func writing(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory?: "there is no such folder"
    case .isDirectory?: "there is a folder of that name"
    case .permissionDenied?, .notPermitted?: "you are not allowed to write it"
    case .ioError?: "the disk cannot write it"
    case .readOnlyFileSystem?: "the disk can only be read"
    case .noSpace?, .diskQuotaExceeded?: "the disk is full"
    case let error?: either(error) ?? "it cannot be written (\(error.description))"
    case nil: "it cannot be written"
    }
  }

  /// What is said in the same words of reading and of writing.
  private static func either(_ error: Errno) -> String? {
    switch error {
    case .notDirectory: "a part of its path is not a folder"
    case .tooManySymbolicLinkLevels: "its symbolic links lead in a circle"
    case .fileNameTooLong: "its path is too long"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many files are open"
    case .noSuchAddressOrDevice: "it is not a regular file"
    default: nil
    }
  }
}
