import Foundation
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote

/// The pictures that desktops show of songs.
@Suite struct CoversTests {
  private let temporary = TemporaryFolder()
  private var song: FilePath { temporary.path.appending("a b.flac") }
  private var cache: FilePath { temporary.path.appending("cache") }
  /// How often a picture was read out of a file.
  private let readCount = Locked(0)

  private func covers(_ picture: (bytes: [UInt8], ending: String)? = nil) -> Covers {
    Covers(in: cache) { [readCount] _ in
      readCount.withLock { $0 += 1 }
      return picture
    }
  }

  private func name(_ url: String?) -> String? {
    url.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  @Test("the best picture of a folder goes before that of the file, whatever its case")
  func folder() throws {
    try song.write([1])
    let covers = covers(([1], "jpg"))
    for file in ["x.jpg", "cover.txt", "cover", "coverfront.jpg"] {
      try temporary.path.appending(file).write([1])
    }
    try PrivateDirectory.make(temporary.path.appending("cover.jpg"))
    for file in ["Front.JPEG", "folder.png", "folder.jpg", "COVER.PNG"] {
      try temporary.path.appending(file).write([1])
      #expect(name(covers.url(of: song)) == file)
    }
    #expect(readCount.withLock { $0 } == 0)
    #expect(covers.url(of: song) == "file://\(temporary.path)/COVER.PNG")
  }

  @Test(
    "that of a file is read once, kept in the cache for its owner alone, and read anew where the file changes"
  )
  func file() throws {
    try song.write([1])
    let covers = covers(([7, 8], "png"))
    let url = try #require(covers.url(of: song))
    #expect(url.hasPrefix("file://\(cache)/covers/") && url.hasSuffix(".png"))
    let kept = cache.appending("covers").appending(try #require(name(url)))
    #expect(try kept.read() == [7, 8])
    #expect(try kept.stat().rawValue.st_mode & 0o777 == 0o600)
    #expect(covers.url(of: song) == url && readCount.withLock { $0 } == 1)
    try song.write([1, 2])
    #expect(covers.url(of: song) != url && readCount.withLock { $0 } == 2)
  }

  @Test(
    "a file without one is not read again; one that is gone, and a cache that cannot be written, have none"
  )
  func none() throws {
    try song.write([1])
    for _ in 0..<2 { #expect(covers().url(of: song) == nil) }
    #expect(readCount.withLock { $0 } == 1)
    #expect(covers(([1], "png")).url(of: temporary.path.appending("gone.flac")) == nil)
    #expect(Covers(in: nil) { _ in ([1], "png") }.url(of: song) == nil)
    let blocked = temporary.path.appending("blocked")
    try blocked.write([1])
    #expect(Covers(in: blocked) { _ in ([1], "png") }.url(of: song) == nil)
  }

  @Test("the cache does not grow without end")
  func pruned() throws {
    let folder = cache.appending("covers")
    try PrivateDirectory.make(cache)
    try PrivateDirectory.make(folder)
    for number in 0..<500 { try folder.appending("\(number).none").write([]) }
    try song.write([1])
    let url = covers(([1], "png")).url(of: song)
    let names = try DirectoryEntry.names(in: folder).map { String(decoding: $0, as: UTF8.self) }
    let kept = try #require(name(url))
    #expect(names.count == 250 && names.contains(kept))
  }
}
