import CMeditationSndfile
import Glibc
import MeditationEngine
import MeditationSystem

/// A file that libsndfile has open for reading.
final class SndfileHandle {
  /// The format, the rate and the length that libsndfile found.
  let info: SF_INFO
  let extent: SoundExtent
  /// The file, which knows whether the disk has failed since it was opened.
  var file: SongFile { presented.file }

  /// Open from `init` to `deinit`; never leaves this class.
  private var handle: OpaquePointer
  private let presented: PresentedFile

  /// Opens `extent` of `file`; `nil` where libsndfile refuses it.
  init?(_ file: SongFile, _ extent: SoundExtent) {
    presented = PresentedFile(file, extent)
    var info = SF_INFO()
    guard let handle = presented.open(&info) else { return nil }
    self.handle = handle
    self.info = info
    self.extent = extent
  }

  deinit { sf_close(handle) }

  /// The length in frames; `nil` where libsndfile does not know it, or claims what cannot be.
  var frameCount: Int? { (0..<1 << 48).contains(info.frames) ? Int(info.frames) : nil }
  /// Where libsndfile reads next, as an offset in `file`.
  var position: Int64 { extent.range.lowerBound + presented.position }
  /// The kind of file, `SF_FORMAT_WAV` and so on.
  var container: Int { Int(info.format) & Int(SF_FORMAT_TYPEMASK) }
  /// How samples are stored, `SF_FORMAT_PCM_16` and so on.
  var encoding: Int { Int(info.format) & Int(SF_FORMAT_SUBMASK) }
  /// True if blocks of bytes decode to blocks of frames: ADPCM, GSM and their like.
  var isBlockwise: Bool { (0x0012...0x0043).contains(encoding) }
  /// The container and the codec, for people: "WAV, 16 bit PCM", "Ogg Vorbis", "MP3".
  var encodingText: String {
    if let encoding = extent.encoding { return encoding }
    switch (container, encoding) {
    case (Int(SF_FORMAT_MPEG), Int(SF_FORMAT_MPEG_LAYER_I)): return "MP1"
    case (Int(SF_FORMAT_MPEG), Int(SF_FORMAT_MPEG_LAYER_II)): return "MP2"
    case (Int(SF_FORMAT_MPEG), _): return "MP3"
    case (Int(SF_FORMAT_OGG), Int(SF_FORMAT_VORBIS)): return VorbisHeaders.encoding
    case (Int(SF_FORMAT_OGG), Int(SF_FORMAT_OPUS)): return "Ogg Opus"
    default:
      return [container, encoding].map(Self.name).filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
  /// True if the latest call failed, and the file is at fault.
  var hasError: Bool { sf_error(handle) != 0 }

  /// libsndfile's name of a container or a codec, without its explanations; empty if it has none.
  private static func name(of format: Int) -> String {
    var info = SF_FORMAT_INFO()
    info.format = Int32(format)
    let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
    guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0, let text = info.name
    else { return "" }
    // "WAV (Microsoft)", "Signed 16 bit PCM".
    let words = String(cString: text).prefix { $0 != "(" }.split(separator: " ")
    return words.drop { $0 == "Signed" }.joined(separator: " ")
  }

  /// libsndfile's log of the file so far, of which it keeps the first 2 KiB.
  func readLog() -> ArraySlice<UInt8> {
    var log = [UInt8](repeating: 0, count: 4096)
    let count = log.withUnsafeMutableBytes {
      sf_command(handle, Int32(SFC_GET_LOG_INFO), $0.baseAddress, Int32($0.count))
    }
    return log.prefix(max(Int(count), 0))
  }

  /// The text field `kind`, `SF_STR_TITLE` and so on. Those of ID3v1, WAV and AIFF state no encoding.
  func text(_ kind: Int) -> String? {
    sf_get_string(handle, Int32(kind)).map {
      UnmarkedText.decode(Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))[...])
    }
  }

  /// Decodes at most `count` frames, and returns how many.
  func read(_ count: Int, as format: SampleFormat, into buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    let frames = Int64(count)
    let read =
      switch format {
      case .int16:
        sf_readf_short(handle, buffer.bindMemory(to: Int16.self).baseAddress, frames)
      case .int24in32:
        sf_readf_int(handle, buffer.bindMemory(to: Int32.self).baseAddress, frames)
      case .float32:
        sf_readf_float(handle, buffer.bindMemory(to: Float.self).baseAddress, frames)
      }
    return max(Int(read), 0)
  }

  /// Seeks to `frame`, and returns the frame that was reached; `nil` where the seek failed.
  func seek(to frame: Int) -> Int? {
    // libsndfile counts from the first frame; SEEK_SET is 0 by POSIX.
    let reached = sf_seek(handle, Int64(frame), 0)
    return reached < 0 ? nil : Int(reached)
  }

  /// Opens the file once more, to continue after an error, and with an empty log. After a failed
  /// seek libFLAC must be flushed, which libsndfile does not do.
  func reopen() {
    var info = info
    guard let new = presented.open(&info) else { return }
    sf_close(handle)
    handle = new
  }

  /// Hides the header that was read last, which is false, from the next opening of an MP3 file on.
  func hideLastHeader() { presented.hideHeader(endingAt: position) }
}
