import Playback
import SystemPackage

/// Opens files that libsndfile does not read.
struct FFmpegOpener {
  let programs: FFmpegPrograms

  /// Opens `file`, whose first bytes are `start`, and takes ownership of it.
  func decoder(
    of file: FileDescriptor, _ foreign: ForeignFile, _ start: [UInt8]
  ) throws(DecodingError) -> FFmpegDecoder {
    do throws(DecodingError) {
      return FFmpegDecoder(file, foreign, try sound(in: file, foreign, start), programs)
    } catch {
      try? file.close()
      throw error
    }
  }

  /// What `file` says of itself. Does not move its position.
  func properties(
    of file: FileDescriptor, _ foreign: ForeignFile, _ start: [UInt8]
  ) throws(DecodingError) -> AudioProperties {
    if foreign.demuxer == "mov", let header = MP4Header(file), header.suffices {
      var properties = header.properties
      properties.encoding = foreign.encoding(header.codec)
      return properties
    }
    return try sound(in: file, foreign, start).properties
  }

  private func sound(
    in file: FileDescriptor, _ foreign: ForeignFile, _ start: [UInt8]
  ) throws(DecodingError) -> ForeignSound {
    let header = foreign.demuxer == "mov" ? MP4Header(file) : nil
    if header?.isProtected == true { throw DecodingError("it is protected against copying") }
    if let header, var sound = header.sound {
      sound.encoding = foreign.encoding(header.codec)
      return sound
    }
    var sound = try FFprobe.sound(in: file, foreign, programs)
    if let header, sound.format.sampleRate.isMultiple(of: header.sampleRate) {
      sound.frameCount = header.frameCount * (sound.format.sampleRate / header.sampleRate)
      sound.isExact = true
    }
    if let header = MusepackHeader(start) {
      sound.leadIn = header.leadIn
      sound.frameCount = header.frameCount
      sound.isExact = true
    }
    return sound
  }
}
