import FoundationEssentials
import Playback
import SystemPackage

/// Reads what ffprobe says of a file.
enum FFprobe {
  /// In bytes; a report has about 1000.
  private static let longestReport = 1 << 20
  private static let patience = Duration.seconds(10)

  /// The sound in `file`, whose position does not move. Blocks, for seconds at most.
  static func sound(
    in file: FileDescriptor, _ foreign: ForeignFile, _ programs: FFmpegPrograms
  ) throws(DecodingError) -> ForeignSound {
    let (report, hasFailed) = try run(
      programs.ffprobe, FFmpegArguments.probe(foreign.demuxer), reading: file)
    // It writes a brace before it opens the file.
    guard !report.isEmpty else { throw DecodingError("ffprobe does not work", concernsFile: false) }
    guard let report = try? JSONDecoder().decode(FFprobeReport.self, from: Data(report)) else {
      throw DecodingError("the file is damaged, or its encoding is not supported")
    }
    // Of an MP4 that was cut off, the description of the sound is missing, which is at its end.
    if hasFailed, report.streams?.isEmpty ?? true {
      throw DecodingError("the file is damaged or cut off")
    }
    return try report.sound(foreign)
  }

  private static func run(
    _ program: FilePath, _ arguments: [String], reading file: FileDescriptor
  ) throws(DecodingError) -> (report: [UInt8], hasFailed: Bool) {
    let deadline = ContinuousClock.now + patience
    var report: [UInt8] = []
    do {
      let process = try ChildProcess(program, arguments, input: file)
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
        throw DecodingError("ffprobe crashed while reading it", concernsFile: false)
      case .code(let code)?: return (report, code != 0)
      case .unknown?, nil: return (report, false)
      }
    } catch let error as DecodingError {
      throw error
    } catch is ChildProcess.Stalled {
      throw DecodingError("ffprobe does not respond", concernsFile: false)
    } catch {
      throw DecodingError("ffprobe cannot be started (\(error))", concernsFile: false)
    }
  }
}
