import MeditationEngine
import MeditationSystem
import SystemPackage

/// The picture in the tags of a song, by ffmpeg.
package struct CoverPicture: Equatable, Sendable {
  /// In bytes; a larger one is none.
  private static let longest = 16 << 20
  private static let timeout = Duration.seconds(10)
  private static let kinds: [(start: [UInt8], ending: String)] = [
    ([0xFF, 0xD8, 0xFF], "jpg"), ([0x89, 0x50, 0x4E, 0x47], "png"), (Array("GIF8".utf8), "gif"),
  ]

  package let bytes: [UInt8]
  /// The ending of a file of such bytes: "jpg".
  package let ending: String

  /// Reads the picture of the file at `path`; `nil` without one, or without ffmpeg. May block for 10 s.
  package init?(of path: FilePath) {
    guard let programs = FFmpegPrograms.installed,
      let file = try? SongFile(path)
    else { return nil }
    let start = FileStart(file)
    guard let kind = start.foreignFile ?? start.container(of: PathName.bytes(of: path)),
      let process = try? PipedProcess(
        programs.ffmpeg, FFmpegArguments.picture(kind.demuxer), input: file.descriptor)
    else { return nil }
    let deadline = ContinuousClock.now + Self.timeout
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.longest {
      let count = piece.withUnsafeMutableBytes { buffer in
        // One that hangs has no picture.
        (try? process.read(into: buffer, within: deadline - .now)) ?? 0
      }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    guard bytes.count <= Self.longest,
      let known = Self.kinds.first(where: { bytes.starts(with: $0.start) })
    else { return nil }
    (self.bytes, ending) = (bytes, known.ending)
  }
}
