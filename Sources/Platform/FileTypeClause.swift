import SystemPackage

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
