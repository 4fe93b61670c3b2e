import Glibc
import SystemPackage

/// The programs of ffmpeg.
public struct FFmpegPrograms: Equatable, Sendable {
  /// Decodes.
  let ffmpeg: FilePath
  /// Says what is in a file.
  let ffprobe: FilePath

  /// The programs in the folders of `PATH`; `nil` where one is missing. Searched for once.
  public static let installed = getenv("PATH").flatMap { find(in: String(cString: $0)) }

  /// The programs in the folders of `searchPath`, separated by colons. Relative ones are ignored:
  /// they would depend on the folder in which the program is started.
  static func find(in searchPath: String) -> FFmpegPrograms? {
    func program(_ name: String) -> FilePath? {
      searchPath.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
        .map { FilePath(String($0)).appending(name) }
        .first { isExecutable($0) }
    }
    guard let ffmpeg = program("ffmpeg"), let ffprobe = program("ffprobe") else { return nil }
    return FFmpegPrograms(ffmpeg: ffmpeg, ffprobe: ffprobe)
  }

  private static func isExecutable(_ path: FilePath) -> Bool {
    guard (try? path.stat())?.type == .regular else { return false }
    return path.withPlatformString { access($0, X_OK) } == 0
  }

  /// Changes when ffmpeg is updated, which may read other metadata.
  var version: String {
    let time = (try? ffprobe.stat()).map { Duration($0.st_mtim).components.seconds } ?? 0
    return "ffmpeg of \(time)"
  }
}
