import Platform
import SystemPackage
import Text

/// The settings file on disk, which a person or another program may change at any time.
struct ConfigStore {
  let path: FilePath

  /// Reads the file, changes it and writes it in one step. A file that `edit` leaves as it is, or
  /// that does not exist and stays empty, is not written. A symbolic link stays, and the file that
  /// it names is written. Blocks on the disk, and for three seconds at most on another program.
  ///
  /// - Parameter edit: Called again if the file changed meanwhile.
  /// - Throws: Why nothing was written, or the error of `edit`.
  func change(
    _ edit: (ConfigFile) throws(SettingProblem) -> ConfigFile
  ) throws(SettingProblem) {
    do {
      try changeFile(edit)
    } catch let problem as SettingProblem {
      throw problem
    } catch let failure as BoundedFile.Failure {
      throw refused(failure.clause(limit: ConfigFile.sizeLimit))
    } catch {
      throw refused(ErrnoClause.writing(error))
    }
  }

  private func changeFile(_ edit: (ConfigFile) throws(SettingProblem) -> ConfigFile) throws {
    let target = try SymbolicLink.target(of: path)
    try PrivateDirectory.make(path.removingLastComponent())
    // Where there are no locks, the file is only compared before it is replaced.
    let lock = try? DirectoryLock(target.removingLastComponent())
    defer { withExtendedLifetime(lock) {} }
    for _ in 1...2 {
      let file = try read(target)
      let original = file?.bytes ?? []
      let changed = try edit(ConfigFile(original)).bytes
      if changed == original { return }
      guard changed.count <= ConfigFile.sizeLimit else {
        throw refused("it would be larger than 1 MB")
      }
      let isWritten = try AtomicFile.write(changed, to: target, existing: .updated) {
        // An editor may have written the file.
        let now = try? read(target)
        return now?.identity == file?.identity && now?.bytes == file?.bytes
      }
      if isWritten { return }
    }
    throw refused("another program changes it at the same time")
  }

  private func read(_ target: FilePath) throws -> BoundedFile? {
    target.isThere ? try ConfigFile.contents(at: target) : nil
  }

  private func refused(_ reason: String) -> SettingProblem {
    SettingProblem(message: "\(CleanText.clean(path.string)) cannot be written: \(reason).")
  }
}
