import Glibc
import MeditationSystem
import SystemPackage

/// Identifies the process that writes a running sit, despite reused process ids and reboots.
struct WriterIdentity: Hashable {
  let processID: Int64
  /// When the process started, in clock ticks since the machine booted.
  let start: Int64
  let boot: String

  static let columns: SQL = "writer, writer_start, writer_boot"

  static let current = WriterIdentity(
    processID: Int64(getpid()), start: startTime(of: Int64(getpid())) ?? 0, boot: currentBoot)

  var isRunning: Bool { boot == Self.currentBoot && Self.startTime(of: processID) == start }

  /// Reads its columns, which begin at `index`; unreadable ones match no process.
  static func read(_ row: DatabaseRow, at index: Int) -> WriterIdentity {
    WriterIdentity(
      processID: row.integer(index) ?? 0, start: row.integer(index + 1) ?? 0,
      boot: row.text(index + 2) ?? "")
  }

  private static let currentBoot = String(
    decoding: (contents("/proc/sys/kernel/random/boot_id") ?? []).prefix(36), as: UTF8.self)

  /// The start time of a running process.
  ///
  /// Source: proc(5), `/proc/pid/stat`: field 3 is the state, field 22 the start time. Field 2 is
  /// the name in parentheses, and may contain anything.
  private static func startTime(of processID: Int64) -> Int64? {
    guard let bytes = contents(FilePath("/proc/\(processID)/stat")),
      let name = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(name + 1)...].split(separator: UInt8(ascii: " "))
    // A zombie was killed, but its parent has not noticed yet.
    guard fields.count > 19, let state = fields[0].first, !"ZXx".utf8.contains(state) else {
      return nil
    }
    return Int64(String(decoding: fields[19], as: UTF8.self))
  }

  private static func contents(_ path: FilePath) -> [UInt8]? {
    try? BoundedFile(at: path, limit: 4_096).bytes
  }
}
