import NIOConcurrencyHelpers
import SystemPackage

/// Sets in memory, for tests; each is a playlist as on the disk.
public final class MemorySets: SetStore {
  private static let folder: FilePath = "/"
  private let sets: NIOLockedValueBox<[SetName: StoredSet]>

  /// Creates a store of `sets`.
  public init(_ sets: [SongSet] = []) {
    let stored = sets.compactMap { set in
      try? StoredSet(
        name: set.name, bytes: Self.bytes(of: set, replacing: nil), in: Self.folder)
    }
    self.sets = NIOLockedValueBox(
      Dictionary(stored.map { ($0.set.name, $0) }, uniquingKeysWith: { $1 }))
  }

  public func list() throws(SetProblem) -> (sets: [ListedSet], problems: [SetProblem]) {
    let order = sets.withLockedValue {
      $0.values.map { ($0.set.name.sortKey, ListedSet($0.set)) }
    }
    .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    return (order.map(\.1), [])
  }

  public func read(_ name: SetName) throws(SetProblem) -> StoredSet {
    try changing { sets throws(SetProblem) in try Self.found(name, in: sets) }
  }

  public func write(
    _ set: SongSet, replacing known: StoredSet?
  ) throws(SetProblem) -> StoredSet {
    let bytes = try Self.bytes(of: set, replacing: known)
    return try changing { sets throws(SetProblem) in
      var name = sets[set.name]?.set.name ?? set.name
      if let present = sets[name]?.bytes, present != bytes, present != known?.bytes {
        let free = (2...(sets.count + 2)).lazy.map(name.numbered).first { sets[$0] == nil }
        name = free ?? name
      }
      let stored = try StoredSet(name: name, bytes: bytes, in: Self.folder)
      sets[name] = stored
      return stored
    }
  }

  public func rename(_ set: StoredSet, to name: SetName) throws(SetProblem) -> StoredSet {
    try changing { sets throws(SetProblem) in
      var stored = try Self.found(set.set.name, in: sets)
      guard name == set.set.name || sets[name] == nil else { throw .taken(name.text) }
      sets[set.set.name] = nil
      stored.set.name = name
      sets[name] = stored
      return stored
    }
  }

  public func delete(_ set: StoredSet) throws(SetProblem) {
    try changing { sets throws(SetProblem) in
      guard try Self.found(set.set.name, in: sets).bytes == set.bytes else {
        throw .file(set.set.name.text, reason: StoredSet.changed)
      }
      sets[set.set.name] = nil
    }
  }

  public func restore(_ set: StoredSet) throws(SetProblem) {
    try changing { sets throws(SetProblem) in
      guard sets[set.set.name] == nil else { throw .taken(set.set.name.text) }
      sets[set.set.name] = set
    }
  }

  private static func bytes(
    of set: SongSet, replacing known: StoredSet?
  ) throws(SetProblem) -> [UInt8] {
    try SetDocument.bytes(of: set, from: known?.bytes, in: folder)
  }

  private static func found(
    _ name: SetName, in sets: [SetName: StoredSet]
  ) throws(SetProblem) -> StoredSet {
    if let found = sets[name] { return found }
    throw .unknown(name.text, nearest: name.nearest(in: sets.values.map(\.set.name)))
  }

  private func changing<Success>(
    _ change: (inout [SetName: StoredSet]) throws(SetProblem) -> Success
  ) throws(SetProblem) -> Success {
    let result = sets.withLockedValue { sets in
      Result { () throws(SetProblem) in try change(&sets) }
    }
    return try result.get()
  }
}
