import MeditationEngine
import SystemPackage

/// Opens files that libsndfile does not read.
extension FFmpegPrograms {
  /// Opens `file`, whose first bytes are `start`.
  func decoder(
    of file: SongFile, _ foreign: ForeignFile, _ start: [UInt8]
  ) throws(SongDecodingError) -> FFmpegDecoder {
    FFmpegDecoder(file, foreign, try sound(in: file, foreign, start), self)
  }

  /// Reads the tags, the format and the length of `file`.
  func properties(
    of file: SongFile, _ foreign: ForeignFile, _ start: [UInt8]
  ) throws(SongDecodingError) -> AudioProperties {
    if foreign.demuxer == "mov", let header = MP4Header(file), header.suffices {
      var properties = header.properties
      properties.encoding = foreign.encoding(header.codec)
      if header.hasChapters {
        // Without ffprobe's answer, the file is one song.
        properties.chapters =
          (try? FFprobe.sound(in: file, foreign, self))?.chapters ?? Chapters()
      }
      return properties
    }
    return try sound(in: file, foreign, start, isCounting: false).properties
  }

  private func sound(
    in file: SongFile, _ foreign: ForeignFile, _ start: [UInt8], isCounting: Bool = true
  ) throws(SongDecodingError) -> ForeignSound {
    let header = foreign.demuxer == "mov" ? MP4Header(file) : nil
    if header?.isProtected == true { throw SongDecodingError("it is protected against copying") }
    if let header, var sound = header.sound {
      sound.encoding = foreign.encoding(header.codec)
      return sound
    }
    var sound = try FFprobe.sound(in: file, foreign, self)
    if APETag.passesForID3v1(file, endingAt: file.size) {
      // ffmpeg reads it.
      sound.tags = RawTags(start, of: file).completing(Tags())
    }
    if let header, sound.format.sampleRate.isMultiple(of: header.sampleRate) {
      sound.frameCount = header.frameCount * (sound.format.sampleRate / header.sampleRate)
      sound.isExact = true
    }
    if let header = MusepackHeader(start) {
      sound.leadIn = header.leadIn
      sound.frameCount = header.frameCount
      sound.isExact = true
    }
    if foreign.demuxer == "ogg", foreign.range == nil {
      // ffprobe tells the length of one stream of a chain.
      let links = OggLinks.ranges(
        in: file, FileBytes.endOfID3(start, of: file)..<file.size,
        isThorough: isCounting)
      if links.count > 1 { (sound.frameCount, sound.isExact) = (nil, false) }
    }
    if foreign.demuxer == "aac" {
      let (count, isExact) = Self.length(
        ofAAC: file, start, at: sound.format.sampleRate, isCounting: isCounting)
      (sound.frameCount, sound.isExact) = (count, isExact)
    }
    return sound
  }

  /// The length of AAC without a container, which does not say it, at `rate`: twice that of its
  /// headers where the upper half of the spectrum is coded apart (SBR).
  private static func length(
    ofAAC file: SongFile, _ start: [UInt8], at rate: Int, isCounting: Bool
  ) -> (frameCount: Int?, isExact: Bool) {
    let (size, first) = (file.size, FileBytes.endOfID3(start, of: file))
    let end = FileBytes.endBeforeTags(of: file, size: size)
    let scan = FrameScan(file, from: first, to: end, limit: isCounting ? .max : 64 * 1024) {
      FrameHeader(adts: $0)
    }
    // Where the format changes, ffmpeg converts what follows.
    guard let header = scan.header, let place = scan.first, scan.frameCount > 0, scan.change == nil,
      rate.isMultiple(of: header.sampleRate)
    else { return (nil, false) }
    let average = scan.soundFrameCount / scan.frameCount
    let count = isCounting ? scan.soundFrameCount : scan.estimate(of: end - place) * average
    return (count * (rate / header.sampleRate), isCounting)
  }
}

/// The sound in a file that ffmpeg decodes.
struct ForeignSound: Equatable {
  /// The format that ffmpeg is asked to deliver.
  var format: StreamFormat
  /// ffmpeg's name of the channels' layout; `nil` where it is unknown.
  var layout: String?
  /// The length in frames of `format`; `nil` where it is unknown.
  var frameCount: Int?
  /// True if `frameCount` is exact. What follows is then padding.
  var isExact = false
  /// The time stamp of the first frame that ffmpeg delivers, in frames of `format`.
  var startTime = 0
  /// Frames of the encoder's delay, which ffmpeg delivers.
  var leadIn = 0
  var tags = Tags()
  /// The container and the codec, for people.
  var encoding = ""
  var chapters = Chapters()
  /// ReplayGain, by the names of its tags in upper case.
  var gains: [String: String] = [:]

  var properties: AudioProperties {
    var properties = AudioProperties(
      tags: tags, frameCount: frameCount, isEstimate: !isExact && frameCount != nil,
      sampleRate: format.sampleRate, channelCount: format.channelCount, encoding: encoding)
    properties.chapters = chapters
    return properties
  }
}

/// The stream header of Musepack SV8, which says where the sound begins and ends.
///
/// Source: libmpcdec, `streaminfo.c` and `mpc_decoder.c`. ffmpeg does not use it: it delivers the
/// synthesis filter's delay and the padding, too, and reports a wrong length.
struct MusepackHeader: Equatable {
  /// The delay of the synthesis filter in frames.
  private static let delay = 481

  /// Frames that are delivered before the sound.
  let leadIn: Int
  /// The length of the sound in frames.
  let frameCount: Int

  /// The header in the first bytes of a file; `nil` if they are something else.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "MPCK".utf8), var rest = Self.packet("SH", in: bytes) else {
      return nil
    }
    // A checksum of 4 bytes, and the version.
    rest = rest.dropFirst(5)
    guard let count = Self.number(&rest), let silence = Self.number(&rest), silence <= count
    else { return nil }
    leadIn = Self.delay + silence
    frameCount = count - silence
  }

  /// The contents of the first packet called `name` in the first bytes of a file; `nil` if none.
  static func packet(_ name: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = bytes.dropFirst(4)
    while let high = rest.popFirst(), let low = rest.popFirst() {
      let size = rest
      guard let length = Self.number(&rest) else { return nil }
      let content = length - 2 - (size.count - rest.count)
      guard content >= 0 else { return nil }
      if [high, low].elementsEqual(name.utf8) { return rest.prefix(content) }
      rest = rest.dropFirst(content)
    }
    return nil
  }

  /// A number of seven bits a byte, the most significant first.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    while let byte = bytes.popFirst() {
      guard value < 1 << 48 else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
