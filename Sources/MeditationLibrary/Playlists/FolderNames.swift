import MeditationSystem
import SystemPackage

/// The names in folders, to find a file whose name differs in case or in the form of its accented
/// letters: one character (NFC) or two (NFD).
package struct FolderNames {
  /// A playlist may name more folders than are worth caching.
  private static let most = 1_000

  /// The names in each folder by their keys; `nil` for a key of several names.
  private var folders: [FilePath: [String: FilePath.Component?]] = [:]

  package init() {}

  /// The only file whose path has the key of `path`, which does not exist; otherwise `nil`. Blocks.
  mutating func file(like path: FilePath) -> FilePath? {
    place(like: path).flatMap(Self.regularFile)
  }

  /// The same for `path` with the first of `endings` for which there is a file.
  mutating func file(like path: FilePath, withOneOf endings: [String]) -> FilePath? {
    guard let stem = path.lastComponent, let folder = place(like: path.removingLastComponent())
    else { return nil }
    let names = names(in: folder)
    for ending in endings {
      guard let key = FilePath.Component("\(stem).\(ending)").flatMap(Self.key),
        let name = names[key] ?? nil
      else { continue }
      if let file = Self.regularFile(folder.appending(name)) { return file }
    }
    return nil
  }

  private static func regularFile(_ path: FilePath) -> FilePath? {
    (try? path.stat())?.type == .regular ? path : nil
  }

  private mutating func place(like path: FilePath) -> FilePath? {
    var found = FilePath(root: path.root, [])
    for component in path.components {
      let next = found.appending(component)
      if component.kind != .regular || (try? next.stat()) != nil {
        found = next
        continue
      }
      guard let key = Self.key(component), let name = names(in: found)[key] ?? nil else {
        return nil
      }
      found.append(name)
    }
    return found
  }

  private mutating func names(in folder: FilePath) -> [String: FilePath.Component?] {
    if let names = folders[folder] { return names }
    var names: [String: FilePath.Component?] = [:]
    for name in (try? DirectoryEntry.names(in: folder.isEmpty ? "." : folder)) ?? [] {
      guard let component = PathName.path(name).lastComponent, let key = Self.key(component) else {
        continue
      }
      names[key] = .some(names.keys.contains(key) ? nil : component)
    }
    if folders.count >= Self.most { folders = [:] }
    folders[folder] = names
    return names
  }

  /// The key shared by all spellings of a name; `nil` if it is not valid UTF-8. Swift compares
  /// strings by canonical equivalence, so NFC and NFD are equal.
  private static func key(_ component: FilePath.Component) -> String? {
    String(validating: component)?.lowercased()
  }
}
