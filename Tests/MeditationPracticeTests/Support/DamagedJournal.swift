import Foundation
import MeditationPractice
import MeditationTestSupport
import SystemPackage

/// A journal of 467 sits, whose file is damaged and opened.
struct DamagedJournal {
  static let sits = (1...467 as ClosedRange<Int64>).map { number in
    var sit = Sit.sample(
      // Like the ids of real sits.
      Int64(bitPattern: UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) & Int64.max,
      began: Sit.sampleTime + number * 100_000)
    sit.note = String(repeating: "n", count: Int(number % 90))
    return sit
  }

  let folder = TemporaryFolder()

  /// - Parameters:
  ///   - bytes: Of the file; those of a whole one are made by `bytes`.
  ///   - backup: Those of its backup; `nil` for none.
  init(_ bytes: [UInt8], backup: [UInt8]? = nil) throws {
    try write(bytes)
    if let backup { try Data(backup).write(to: URL(fileURLWithPath: backupPath)) }
  }

  var backupPath: String { folder.path.appending("journal.backup.sqlite").string }

  func write(_ bytes: [UInt8], to end: String = "") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.journal(end)))
  }

  func read(_ end: String = "") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.journal(end))))
  }

  var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path.string)) }
  }

  func open() throws -> (journal: any JournalStore, notice: String?) {
    // Long, because the machine may be busy.
    try JournalFile.open(in: folder.path, busyTimeout: .seconds(60))
  }

  /// The sits that a program finds.
  func found() throws -> [Sit] { try open().journal.sits(since: nil, limit: nil) }

  /// The bytes of the whole file.
  static func bytes(of sits: [Sit] = sits) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let journal = try JournalFile.open(in: folder.path).journal
    _ = try journal.add(sits, importedAt: Sit.sample(1).began)
    for sit in sits.suffix(3) { try journal.save(sit, songs: SitSong.samples) }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.journal())))
  }
}
