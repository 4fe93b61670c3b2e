import FoundationEssentials
import MeditationEngine
import MeditationSystem
import SystemPackage

/// Reads ffprobe's report on a file.
enum FFprobe {
  /// In bytes; a report has about 1000.
  private static let longestReport = 1 << 20
  private static let timeout = Duration.seconds(10)

  /// The sound in `file`. Blocks, for seconds at most.
  static func sound(
    in file: SongFile, _ foreign: ForeignFile, _ programs: FFmpegPrograms
  ) throws(SongDecodingError) -> ForeignSound {
    let (report, hasFailed) = try run(
      programs.ffprobe, FFmpegArguments.probe(foreign), reading: file)
    // It writes a brace before it opens the file.
    guard !report.isEmpty else {
      throw SongDecodingError("ffprobe does not work", concernsFile: false)
    }
    guard let report = try? JSONDecoder().decode(FFprobeReport.self, from: Data(report)) else {
      throw .damaged
    }
    // Of an MP4 that was cut off, the description of the sound is missing, which is at its end.
    if hasFailed, report.streams?.isEmpty ?? true {
      let isCutOff = foreign.demuxer == "mov" && MP4Header.isCutOff(file)
      throw isCutOff ? SongDecodingError("the file is cut off") : .damaged
    }
    var sound = try report.sound(foreign)
    if foreign.demuxer == "matroska", !sound.chapters.marks.isEmpty,
      let chapters = MatroskaChapters(file)
    {
      sound.chapters.marks = chapters.marks
    }
    if let frameCount = sound.frameCount {
      let end = Duration(frames: frameCount, sampleRate: sound.format.sampleRate)
      sound.chapters.marks.removeAll { $0.start >= end }
    }
    return sound
  }

  private static func run(
    _ program: FilePath, _ arguments: [String], reading file: SongFile
  ) throws(SongDecodingError) -> (report: [UInt8], hasFailed: Bool) {
    let deadline = ContinuousClock.now + timeout
    var report: [UInt8] = []
    do {
      let process = try PipedProcess(program, arguments, input: file.descriptor)
      var piece = [UInt8](repeating: 0, count: 16_384)
      while report.count < longestReport {
        let count = try piece.withUnsafeMutableBytes { bytes in
          try process.read(into: bytes, within: deadline - .now)
        }
        guard count > 0 else { break }
        report += piece[..<count]
      }
      guard report.count < longestReport else { return (report, false) }
      switch process.wait(within: deadline - .now) {
      case .signal?:
        throw SongDecodingError("ffprobe crashed while reading it", concernsFile: false)
      case .code(let code)?: return (report, code != 0)
      case .unknown?, nil: return (report, false)
      }
    } catch let error as SongDecodingError {
      throw error
    } catch is PipedProcess.Stalled {
      throw SongDecodingError("ffprobe does not respond", concernsFile: false)
    } catch {
      throw SongDecodingError("ffprobe cannot be started (\(error))", concernsFile: false)
    }
  }
}

/// The JSON of ffprobe. Everything may be missing, and nothing is trusted.
private struct FFprobeReport: Decodable {
  struct Stream: Decodable {
    var codec_name: String?
    var codec_tag_string: String?
    var sample_fmt: String?
    var sample_rate: String?
    var channels: Int?
    var channel_layout: String?
    var time_base: String?
    var start_pts: Int?
    var duration_ts: Int?
    var duration: String?
    var tags: [String: String]?
  }

  struct Format: Decodable {
    var duration: String?
    var tags: [String: String]?
  }

  struct Chapter: Decodable {
    var time_base: String?
    var start: Int?
    var tags: [String: String]?
  }

  var streams: [Stream]?
  var format: Format?
  var chapters: [Chapter]?

  func sound(_ foreign: ForeignFile) throws(SongDecodingError) -> ForeignSound {
    guard let stream = streams?.first else { throw .noSound }
    if ["drms", "aavd", "enca"].contains(stream.codec_tag_string) {
      throw SongDecodingError("it is protected against copying")
    }
    guard let codec = stream.codec_name, let sampleName = stream.sample_fmt,
      let channels = stream.channels, let rate = stream.sample_rate.flatMap({ Int($0) })
    else { throw SongDecodingError("its encoding is not supported by ffmpeg") }
    let format = StreamFormat(
      sampleRate: Self.outputRate(rate), channelCount: channels,
      sample: Self.sampleFormat(sampleName))
    if let refusal = format.refusal { throw SongDecodingError(refusal) }
    var sound = ForeignSound(
      format: format,
      layout: stream.channel_layout.flatMap { Self.isLayout($0) ? $0 : nil })
    sound.encoding = foreign.encoding(codec)
    let length = length(of: stream, at: sound.format.sampleRate)
    sound.frameCount = length?.frameCount
    sound.isExact = length?.isExact == true && foreign.statesLength
    sound.startTime =
      stream.start_pts.flatMap {
        Self.frames($0, of: stream.time_base, sound.format.sampleRate)?.frameCount
      }
      ?? 0
    sound.tags = Tags(
      title: text("title", of: stream), artist: text("artist", of: stream),
      album: text("album", of: stream), disc: text("disc", of: stream),
      track: text("track", of: stream), date: text("date", of: stream))
    for name in FFmpegArguments.gains { sound.gains[name.uppercased()] = text(name, of: stream) }
    sound.chapters.cueSheet = Array((text("cuesheet", of: stream) ?? "").utf8)
    sound.chapters.marks = (chapters ?? []).compactMap { chapter in
      guard let start = chapter.start, let base = Self.timeBase(chapter.time_base) else {
        return nil
      }
      let nanoseconds = Int128(start) * Int128(base.units) * 1_000_000_000 / Int128(base.per)
      guard nanoseconds.magnitude < 1 << 60 else { return nil }
      return Chapters.Mark(
        at: .nanoseconds(Int64(nanoseconds)),
        title: chapter.tags?.first { $0.key.lowercased() == "title" }?.value)
    }
    return sound
  }

  /// The rate at which sound of `rate` is delivered. DSD becomes 88.2 kHz, or 96.
  private static func outputRate(_ rate: Int) -> Int {
    guard rate > 192_000 else { return rate }
    var rate = rate
    while rate > 96_000 { rate /= 2 }
    return rate
  }

  /// The storage for what the decoder delivers: integers stay exact.
  private static func sampleFormat(_ name: String) -> SampleFormat {
    if name.hasPrefix("s16") || name.hasPrefix("u8") { return .int16 }
    return name.hasPrefix("s32") ? .int24in32 : .float32
  }

  /// True if `layout` can be a word in the description of a filter.
  private static func isLayout(_ layout: String) -> Bool {
    layout != "unknown" && layout.count < 100
      && layout.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "+.()".contains($0) }
  }

  /// A text among the tags of the file or the stream; the case of their names varies.
  private func text(_ name: String, of stream: Stream) -> String? {
    for tags in [format?.tags, stream.tags] {
      if let text = tags?.first(where: { $0.key.lowercased() == name })?.value { return text }
    }
    return nil
  }

  /// `units` of a time base, such as `1/1000` of a second, in frames.
  private static func frames(
    _ units: Int, of timeBase: String?, _ rate: Int
  ) -> (frameCount: Int, isExact: Bool)? {
    guard let base = Self.timeBase(timeBase), units.magnitude < 1 << 48 else { return nil }
    let (count, rest) = (Int128(units) * Int128(base.units) * Int128(rate))
      .quotientAndRemainder(dividingBy: Int128(base.per))
    // Frames are counted on from here: far from where that overflows.
    guard count.magnitude < 1 << 42 else { return nil }
    return (Int(count), rest == 0)
  }

  /// The seconds that a unit of time has, as a fraction.
  private static func timeBase(_ text: String?) -> (units: Int, per: Int)? {
    let parts = (text ?? "").split(separator: "/").compactMap { Int32($0) }
    return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? (Int(parts[0]), Int(parts[1])) : nil
  }

  private func length(of stream: Stream, at rate: Int) -> (frameCount: Int, isExact: Bool)? {
    if let units = stream.duration_ts, units > 0 {
      return Self.frames(units, of: stream.time_base, rate)
    }
    let seconds =
      stream.tags?["DURATION"].flatMap(Self.clockTime) ?? stream.duration.flatMap(Double.init)
      ?? format?.duration.flatMap(Double.init)
    guard let seconds, seconds > 0, seconds < 1e9 else { return nil }
    return (Int(seconds * Double(rate)), false)
  }

  /// Seconds of a time such as `00:00:20.003000000`, as Matroska's tag has it.
  private static func clockTime(_ text: String) -> Double? {
    let parts = text.split(separator: ":").compactMap { Double($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }
}
