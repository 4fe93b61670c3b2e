import GRDB

/// What one kind of database file holds, and how to know it again.
package struct DatabaseSchema: Sendable {
  /// What debuggers show for its connections.
  let label: String
  /// What `PRAGMA application_id` says of such a file.
  let applicationID: Int
  /// What `PRAGMA user_version` says of it. Another version is not understood.
  let version: Int
  /// Makes the tables in an empty file.
  let create: @Sendable (Database) throws -> Void
  /// Whether the tables can be used as they are. Only reads.
  let isCurrent: @Sendable (Database) throws -> Bool
  /// Makes tables current that are not.
  let renew: @Sendable (Database) throws -> Void

  package init(
    label: String, applicationID: Int, version: Int,
    create: @escaping @Sendable (Database) throws -> Void,
    isCurrent: @escaping @Sendable (Database) throws -> Bool = { _ in true },
    renew: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.label = label
    self.applicationID = applicationID
    self.version = version
    self.create = create
    self.isCurrent = isCurrent
    self.renew = renew
  }
}
