import Glibc
import MeditationEngine
import MeditationSystem
import SystemPackage

package struct FFmpegPrograms: Equatable, Sendable {
  let ffmpeg: FilePath
  let ffprobe: FilePath

  /// The programs in the folders of `PATH`; `nil` where one is missing. Searched for once.
  package static let installed = find()

  /// The programs in the folders of `searchPath`; `nil` is `PATH`.
  static func find(in searchPath: String? = nil) -> FFmpegPrograms? {
    guard let ffmpeg = InstalledProgram.file(of: "ffmpeg", in: searchPath),
      let ffprobe = InstalledProgram.file(of: "ffprobe", in: searchPath)
    else { return nil }
    return FFmpegPrograms(ffmpeg: ffmpeg, ffprobe: ffprobe)
  }

  /// Changes when ffmpeg is updated, which may read other metadata.
  var version: String {
    let time = (try? ffprobe.stat()).map { Duration($0.st_mtim).components.seconds } ?? 0
    return "ffmpeg of \(time)"
  }
}

enum FFmpegArguments {
  /// The file is standard input, opened anew so that it can seek. Its path is never passed on: it
  /// could be taken for an option, a protocol or a pattern, and need not be valid UTF-8.
  private static func input(_ foreign: ForeignFile) -> [String] {
    let file = "file:/proc/self/fd/0"
    guard let part = foreign.range else { return ["-i", file] }
    return ["-i", "subfile,,start,\(part.lowerBound),end,\(part.upperBound),,:\(file)"]
  }

  /// The only protocols that may be opened, and the most memory for one allocation, in bytes.
  private static let limits = [
    "-v", "quiet", "-hide_banner", "-max_alloc", "268435456", "-protocol_whitelist", "file,subfile",
  ]

  static let gains = ["track_gain", "track_peak", "album_gain", "album_peak", "reference_loudness"]
    .map { "replaygain_" + $0 }

  /// Describes the first sound of the file on standard output, as JSON.
  static func probe(_ foreign: ForeignFile) -> [String] {
    let stream = [
      "codec_name", "codec_tag_string", "sample_fmt", "sample_rate", "channels", "channel_layout",
      "time_base", "start_pts", "duration_ts", "duration",
    ]
    // ffprobe compares their case.
    let tags =
      (["title", "artist", "album", "disc", "track", "date", "cuesheet"] + gains).flatMap {
        [$0, $0.prefix(1).uppercased() + $0.dropFirst(), $0.uppercased()]
      } + ["DURATION", "iTunSMPB"]
    let tagNames = tags.joined(separator: ",")
    return ["ffprobe"] + limits + [
      "-f", foreign.demuxer, "-select_streams", "a:0", "-show_entries",
      "stream=\(stream.joined(separator: ",")):stream_tags=\(tagNames)"
        + ":format=duration:format_tags=\(tagNames)",
      "-show_chapters", "-of", "json=compact=1",
    ] + input(foreign)
  }

  /// Copies the first picture that is attached to the sound of the file to standard output.
  static func picture(_ demuxer: String) -> [String] {
    ["ffmpeg", "-nostdin"] + limits + [
      // All but the pictures of films.
      "-f", demuxer, "-i", "file:/proc/self/fd/0", "-map", "0:v", "-map", "-0:V", "-c", "copy",
      "-frames:v", "1",
      "-f", "image2pipe", "pipe:1",
    ]
  }

  /// Decodes the first sound of the file to standard output, from `frame` on.
  ///
  /// - Parameter preroll: How many frames before `frame` decoding begins, found by time stamps;
  ///   `nil` decodes from the first on, lead-in included, so that the reader can count exactly.
  static func decode(
    _ sound: ForeignSound, _ foreign: ForeignFile, from frame: Int, preroll: Int?
  ) -> [String] {
    let format = sound.format
    var shape = "sample_fmts=\(format.sample.filterName):sample_rates=\(format.sampleRate)"
    if let layout = sound.layout { shape += ":channel_layouts=\(layout)" }
    // Damaged packets leave a gap: silence in their place keeps what follows at its time.
    let fill = foreign.demuxer == "mov" ? "aresample=async=1:min_hard_comp=0.001," : ""
    var filter = fill + "aformat=\(shape)"
    var seek: [String] = []
    if let preroll {
      let time = sound.startTime + sound.leadIn + frame
      // In microseconds; the quotient of large numbers is exact enough for a pre-roll.
      let position = Double(time - preroll) / Double(format.sampleRate)
      seek = [
        "-copyts", "-seek_timestamp", "1", "-noaccurate_seek", "-ss",
        "\(Int(min(position * 1e6, 9e18)))us",
      ]
      filter += ",atrim=start_pts=\(time)"
    }
    return ["ffmpeg", "-nostdin"] + limits + ["-threads", "1", "-f", foreign.demuxer] + seek
      + input(foreign) + [
        "-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1",
        "-af", filter,
      ]
      // Where the layout is known, this would mix it into ffmpeg's default for the number.
      + (sound.layout == nil ? ["-ac", "\(format.channelCount)"] : [])
      + ["-f", format.sample.rawFormatName, "pipe:1"]
  }
}

extension SampleFormat {
  /// ffmpeg's name of the sample format.
  fileprivate var filterName: String {
    switch self {
    case .int16: "s16"
    case .int24in32: "s32"
    case .float32: "flt"
    }
  }

  /// ffmpeg's name of the format of raw samples, in native byte order.
  fileprivate var rawFormatName: String {
    let order = 1.littleEndian == 1 ? "le" : "be"
    return switch self {
    case .int16: "s16\(order)"
    case .int24in32: "s32\(order)"
    case .float32: "f32\(order)"
    }
  }
}
