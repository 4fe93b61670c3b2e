import FileSystem
import Glibc
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
    } catch BoundedFile.Failure.tooLarge {
      throw refused(ConfigFile.tooLarge)
    } catch BoundedFile.Failure.unreadable(let reason) {
      throw refused(reason)
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
      let status = file == nil ? nil : try target.stat()
      if let status { try Self.checkWritable(target, status) }
      let isWritten = try AtomicFile.write(changed, to: target, keeping: status) {
        // An editor may have written the file.
        let now = try? read(target)
        return now?.identity == file?.identity && now?.bytes == file?.bytes
      }
      if isWritten { return }
    }
    throw refused("another program changes it at the same time")
  }

  private func read(_ target: FilePath) throws -> BoundedFile? {
    target.isThere ? try BoundedFile(at: target, limit: ConfigFile.sizeLimit) : nil
  }

  /// A rename needs no permission to write the file, but who took it away meant it.
  private static func checkWritable(_ target: FilePath, _ status: Stat) throws(Errno) {
    let isWritable = target.withPlatformString { access($0, W_OK) == 0 }
    guard isWritable, status.rawValue.st_mode & 0o222 != 0 else { throw .permissionDenied }
  }

  private func refused(_ reason: String) -> SettingProblem {
    SettingProblem(message: "\(CleanText.clean(path.string)) cannot be written: \(reason).")
  }
}
