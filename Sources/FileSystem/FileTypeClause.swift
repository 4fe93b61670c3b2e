import SystemPackage

/// Why nothing can be played from what is not a regular file, as a clause that fits after its name.
package enum FileTypeClause {
  /// The clause for `type`; `nil` for a regular file.
  package static func of(_ type: FileType) -> String? {
    switch type {
    case .regular: nil
    case .directory: "it is a folder"
    case .fifo: "it is a pipe, not a file"
    case .socket: "it is a socket, not a file"
    default: "it is a device, not a file"
    }
  }
}
