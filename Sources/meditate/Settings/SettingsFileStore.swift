import MeditationSystem
import MeditationText
import SystemPackage

/// The settings file on disk, which a person or another program may change at any time.
struct SettingsFileStore {
  /// In bytes; far more than a file written by hand.
  private static let sizeLimit = 1 << 20

  let path: FilePath

  /// Reads the file; `nil` if it does not exist. Blocks on the disk.
  func read() throws(SettingProblem) -> SettingsFile? {
    do throws(BoundedFile.Failure) {
      return try Self.contents(at: path).map { SettingsFile($0.bytes) }
    } catch {
      let path = CleanText.clean(path.string)
      throw SettingProblem(message: "\(path) cannot be read: \(error.clause).")
    }
  }

  /// Reads the file, changes it and writes it in one step. A file that `edit` leaves unchanged, or
  /// that does not exist and stays empty, is not written. A symbolic link stays, and its target is
  /// written. Blocks on the disk, and for three seconds at most on another program.
  ///
  /// - Parameter edit: Called again if the file has changed meanwhile.
  /// - Throws: Why nothing was written, or the error of `edit`.
  func change(
    _ edit: (SettingsFile) throws(SettingProblem) -> SettingsFile
  ) throws(SettingProblem) {
    do {
      try changeFile(edit)
    } catch let problem as SettingProblem {
      throw problem
    } catch let failure as BoundedFile.Failure {
      throw refused(failure.clause)
    } catch {
      throw refused(ErrnoClause.writing(error))
    }
  }

  private func changeFile(_ edit: (SettingsFile) throws(SettingProblem) -> SettingsFile) throws {
    let target = try SymbolicLink.target(of: path)
    try PrivateDirectory.make(path.removingLastComponent())
    // Without locks, the file is only compared before it is replaced.
    let lock = try? DirectoryLock(target.removingLastComponent())
    defer { withExtendedLifetime(lock) {} }
    for _ in 1...2 {
      let file = try Self.contents(at: target)
      let original = file?.bytes ?? []
      let changed = try edit(SettingsFile(original)).bytes
      if changed == original { return }
      guard changed.count <= Self.sizeLimit else {
        throw refused("it would be larger than 1 MB")
      }
      let isWritten = try AtomicFile.write(changed, to: target, existing: .updated) {
        // An editor may have written the file.
        let now = try? Self.contents(at: target)
        return now?.identity == file?.identity && now?.bytes == file?.bytes
      }
      if isWritten { return }
    }
    throw refused("another program changes it at the same time")
  }

  /// The file at `path`, if it is text; `nil` if there is none.
  private static func contents(at path: FilePath) throws(BoundedFile.Failure) -> BoundedFile? {
    guard path.isThere else { return nil }
    let file = try BoundedFile(at: path, limit: sizeLimit)
    guard !ByteOrderMark.isUTF16(file.bytes) else { throw .unreadable(ByteOrderMark.utf16Clause) }
    return file
  }

  private func refused(_ reason: String) -> SettingProblem {
    SettingProblem(message: "\(CleanText.clean(path.string)) cannot be written: \(reason).")
  }
}
