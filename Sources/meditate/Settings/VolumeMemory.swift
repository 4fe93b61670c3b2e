import Dispatch
import MeditationSystem
import MeditationText
import SystemPackage

/// The volume at which a person listened last, kept in a private file from one start to the next.
///
/// A convenience: ignores all errors, and anything we did not write. Safe on any thread.
final class VolumeMemory: Sendable {
  private struct State {
    var level: Int?
    /// The level last read from the file, or last written there, even if the write failed.
    var written: Int?
  }

  private let path: FilePath?
  private let queue = DispatchQueue(label: "volume", qos: .utility)
  private let writes = DispatchGroup()
  private let state: Locked<State>

  /// Reads the volume from the user's state directory. Blocks on the disk.
  convenience init(environment: [String: String]) {
    self.init(path: UserDirectories(environment: environment).state?.appending("volume"))
  }

  /// Reads the volume from the file at `path`. Blocks on the disk.
  init(path: FilePath?) {
    self.path = path
    let level = path.flatMap(Self.read)
    state = Locked(State(level: level, written: level))
  }

  /// The latest volume in percent; `nil` if none is known.
  var level: Int? { state.withLock { $0.level } }

  /// Keeps `percent`, 0 to 100. Does not block: another thread writes, and only the latest volume.
  func remember(_ percent: Int) {
    guard 0...100 ~= percent else { return }
    state.withLock { $0.level = percent }
    queue.async(group: writes) { self.write() }
  }

  /// Waits until the latest volume is written, for a second at most.
  func flush() { _ = writes.wait(timeout: .now() + 1) }

  /// Runs on the queue.
  private func write() {
    let percent: Int? = state.withLock { state in
      guard state.level != state.written else { return nil }
      // Even if it could not be written: a read-only home is not tried again.
      state.written = state.level
      return state.level
    }
    guard let path, let percent else { return }
    do throws(Errno) {
      try PrivateDirectory.make(path.removingLastComponent())
      try AtomicFile.write(Array("\(percent)\n".utf8), to: path)
    } catch {}
  }

  private static func read(at path: FilePath) -> Int? {
    guard let file = try? BoundedFile(at: path, limit: 16),
      let text = String(validating: file.bytes, as: UTF8.self), text.hasSuffix("\n"),
      let percent = Digits.value(text.dropLast().utf8), percent <= 100
    else { return nil }
    return percent
  }
}
