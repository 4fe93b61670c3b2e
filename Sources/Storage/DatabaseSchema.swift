import GRDB

/// The tables of one kind of database file, and the values that identify it.
package struct DatabaseSchema: Sendable {
  /// The label of its connections, for debugging.
  let label: String
  /// The value of `PRAGMA application_id`.
  let applicationID: Int
  /// The value of `PRAGMA user_version`. Other versions are not read.
  let version: Int
  /// Tables that older files of this version lack until they are renewed. They may begin at any page.
  let additions: Set<String>
  /// Creates the tables in an empty file.
  let create: @Sendable (Database) throws -> Void
  /// Whether the tables can be used unchanged. Must not write.
  let isCurrent: @Sendable (Database) throws -> Bool
  /// Updates tables that are not current.
  let renew: @Sendable (Database) throws -> Void

  package init(
    label: String, applicationID: Int, version: Int, additions: Set<String> = [],
    create: @escaping @Sendable (Database) throws -> Void,
    isCurrent: @escaping @Sendable (Database) throws -> Bool = { _ in true },
    renew: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.label = label
    self.applicationID = applicationID
    self.version = version
    self.additions = additions
    self.create = create
    self.isCurrent = isCurrent
    self.renew = renew
  }
}
