import CMeditationSndfile
import MeditationEngine

/// Decodes one file with libsndfile.
///
/// libsndfile 1.2.0 is gapless by itself (source: its code, and the tests). It decodes MP3 through
/// mpg123 with `MPG123_GAPLESS`, which drops delay and padding by LAME's header, Opus without
/// pre-skip, and Opus and Vorbis up to the last granule position.
final class SndfileDecoder: SongDecoder {
  let format: StreamFormat
  let frameCount: Int?
  let isEstimate: Bool
  /// The length, unless it is an estimate. An earlier end is damage.
  private var exactFrameCount: Int? { isEstimate ? nil : frameCount }
  let tags: Tags
  var encoding: String { handle.encodingText }

  /// Tests use it to spoil the file.
  let handle: SndfileHandle
  /// The holes in an Ogg file; `nil` if libsndfile reports damage as errors.
  private let holes: OggHoles?
  /// The index in a decoded frame for each channel in the order of WAV; `nil` if they are the same.
  private let order: [Int]?
  /// How many reads in a row have delivered nothing, although they decoded frames.
  private var emptyReadCount = 0
  /// The next frame that will be delivered.
  private var frame = 0
  /// An error to be thrown when the frames before it have been delivered.
  private var pending: SongDecodingError?
  /// The frame after the hole that `pending` reports, if known.
  private var holeEnd: Int?
  /// Frames after a hole that were decoded with those before it, and are delivered next.
  private var kept: [UInt8] = []
  /// True if `handle` must be opened again before it can seek.
  private var isStuck = false
  /// The song's first frame, as libsndfile counts.
  private let start: Int

  init(_ handle: SndfileHandle) throws(SongDecodingError) {
    self.handle = handle
    let info = handle.info
    format = StreamFormat(
      sampleRate: Int(info.samplerate), channelCount: Int(info.channels),
      sample: Self.sampleFormat(handle.encoding))
    let extent = handle.extent
    start = extent.song?.lowerBound ?? 0
    frameCount = extent.frameCount ?? handle.frameCount.map { $0 / Int(extent.factor) }
    isEstimate = extent.isEstimate || extent.factor > 1 && extent.frameCount == nil
    holes = OggHoles(handle)
    order = holes == nil ? nil : Self.vorbisOrder(channelCount: Int(info.channels))
    tags = Tags(
      title: handle.text(SF_STR_TITLE), artist: handle.text(SF_STR_ARTIST),
      album: handle.text(SF_STR_ALBUM), track: handle.text(SF_STR_TRACKNUMBER),
      date: handle.text(SF_STR_DATE))
    if let refusal = format.refusal { throw SongDecodingError(refusal) }
    if let failure = handle.file.failure { throw failure }
    if start > 0 { try seekOnce(to: 0) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    if let error = pending { throw error }
    let room = buffer.count / format.frameByteCount
    let wanted = handle.extent.song.map { min(room, $0.count - frame) } ?? room
    guard wanted > 0 else {
      if room > 0, let error = failure(hasError: false) { throw error }
      return 0
    }
    guard kept.isEmpty else { return takeKept(wanted, into: buffer) }
    let decoded = handle.read(wanted, as: format.sample, into: buffer)
    var count = decoded
    if let order { reorder(buffer, frameCount: count, order) }
    let hasError = handle.hasError
    let isShort = count < wanted
    if let holes {
      let passed = holes.passed(over: frame..<frame + count)
      if !passed.isEmpty { count = split(buffer, count, at: passed, holes) }
    }
    frame += count
    // A failed read returns a short count, just like the end of the file.
    if pending == nil, kept.isEmpty, isShort, let error = failure(hasError: hasError) {
      pending = error
      if isMPEG, handle.file.failure == nil { hideFalseHeader() }
      isStuck = true
    }
    if count == 0, let error = pending { throw error }
    guard count == 0, decoded > 0, kept.isEmpty else {
      emptyReadCount = 0
      return count
    }
    // Pages may have a gap where nothing is missing: the frames come with the next read.
    emptyReadCount += 1
    guard emptyReadCount < 4 else { throw damage }
    return try read(into: buffer)
  }

  /// Hides the false header at which libmpg123 has ended, if it has. Before it gets there, it fails
  /// once for each KiB of damage, and goes on with the next read.
  private func hideFalseHeader() {
    withUnsafeTemporaryAllocation(byteCount: format.frameByteCount, alignment: 16) { buffer in
      for _ in 0..<1_024 where handle.hasError {
        if handle.read(1, as: format.sample, into: buffer) > 0 { return }
        if handle.file.failure != nil { return }
      }
      if !handle.hasError { handle.hideLastHeader() }
    }
  }

  private var isMPEG: Bool { handle.container == Int(SF_FORMAT_MPEG) }

  /// How many frames too early a file may end. mpg123 skips damaged frames by itself, and some Ogg
  /// encoders claim part of a missing packet. An Opus packet has at most 120 ms. For formats
  /// compressed in blocks, libsndfile counts the unused part of the last block.
  private var tolerance: Int {
    switch handle.container {
    case _ where handle.isBlockwise: .max
    case Int(SF_FORMAT_MPEG): 2 * format.sampleRate
    case Int(SF_FORMAT_OGG): format.sampleRate * 120 / 1000
    default: 0
    }
  }

  /// Puts channels into the order of WAV.
  private func reorder(
    _ buffer: UnsafeMutableRawBufferPointer, frameCount: Int, _ order: [Int]
  ) {
    let samples = buffer.bindMemory(to: Float.self)
    var frame = [Float](repeating: 0, count: order.count)
    for start in stride(from: 0, to: frameCount * order.count, by: order.count) {
      for (channel, place) in order.enumerated() { frame[channel] = samples[start + place] }
      for channel in order.indices { samples[start + channel] = frame[channel] }
    }
  }

  /// The indices of WAV's channels in Vorbis and Opus, which libsndfile does not reorder. Source:
  /// Vorbis I specification, section 4.3.9; RFC 7845, section 5.1.1.2.
  private static func vorbisOrder(channelCount: Int) -> [Int]? {
    switch channelCount {
    case 3: [0, 2, 1]
    case 5: [0, 2, 1, 3, 4]
    case 6: [0, 2, 1, 5, 3, 4]
    case 7: [0, 2, 1, 6, 5, 3, 4]
    case 8: [0, 2, 1, 7, 5, 6, 3, 4]
    default: nil
    }
  }

  private static func sampleFormat(_ encoding: Int) -> SampleFormat {
    switch encoding {
    case 0x0001, 0x0002, 0x0005: .int16  // PCM of 8 signed, 16, and 8 unsigned bits
    case 0x0010...0x0012: .int16  // µ-law, A-law, IMA ADPCM
    case 0x0013, 0x0020...0x0024, 0x0030...0x0032: .int16  // MS ADPCM, GSM, VOX, NMS, G.72x
    case 0x0040, 0x0041, 0x0050, 0x0051, 0x0070: .int16  // DWVW and DPCM to 16 bits, ALAC of 16
    case 0x0006, 0x0007, 0x0060, 0x0064, 0x0080...0x0082: .float32  // float, Vorbis, Opus, MPEG
    default: .int24in32  // 24 and 32 bits, also FLAC of odd widths, which has no name
    }
  }

  func missingFrameCount(from frame: Int) -> Int? { lack?.frames(beside: frame) }

  /// The beginnings of lines in libsndfile's log that promise sound: for its chunk or, in W64 and
  /// RF64 without that, for the whole file.
  private static let promises: [Substring] = ["data", "Data", "SSND", "BODY", "riff", "Riff"]

  /// The part that is missing at the end, according to the last page and libsndfile's log, too.
  private var lack: SoundExtent.Lack? {
    if let lack = handle.extent.lack { return lack }
    if handle.container == Int(SF_FORMAT_OGG) {
      return OggEnd.isWhole(handle.file, in: handle.extent.range) ? nil : .unknown
    }
    for note in String(decoding: handle.readLog(), as: UTF8.self).split(separator: "\n") {
      let words = note.split { " :()".contains($0) }
      guard note.contains("(should be "), words.first.map({ Self.promises.contains($0) }) == true,
        let place = words.firstIndex(of: "should"), let claim = Int64(words[place - 1]),
        let size = words.last.flatMap({ Int64($0) }), !SoundExtent.isPlaceholder(claim)
      else { continue }
      if claim > size { return .bytes(claim - size, beside: size) }
    }
    return nil
  }

  /// Why a read stopped at `frame`, with or without an error; `nil` at the end of the sound.
  private func failure(hasError: Bool) -> SongDecodingError? {
    if let failure = handle.file.failure { return failure }
    if hasError {
      if case .frames(_, let there)? = handle.extent.lack, frame >= there { return .cutOff }
      // libFLAC looks for another block in whatever follows the last one.
      let isWhole = handle.container == Int(SF_FORMAT_FLAC) && handle.extent.lack == nil
      return isWhole && frame == exactFrameCount ? nil : .damaged
    }
    // That looks at the end of the file, which may be unreadable.
    if lack != nil { return handle.file.failure ?? .cutOff }
    let end = (exactFrameCount ?? 0).subtractingReportingOverflow(tolerance).partialValue
    return frame < end ? damage : nil
  }

  /// Why sound is missing: its file is damaged, unless the disk could not be read.
  private var damage: SongDecodingError { handle.file.failure ?? .damaged }

  // MARK: - Seeking, and going on behind damage

  func seek(to frame: Int) throws(SongDecodingError) {
    let target = min(max(frame, 0), exactFrameCount ?? frame)
    try seekOnce(to: target)
    guard let holes, holes.isOpus else { return }
    // Positions after holes are true, because the length of each hole is known.
    guard let begin = try seekBeforeHole(target, holes) else { return }
    if begin < target { try decode(to: target) }
  }

  func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    guard let end = holeEnd, end > frame else {
      // libsndfile reads an Ogg file to its end, and does not know the length of a truncated one.
      if holes != nil, exactFrameCount == nil, let error = pending { throw error }
      return try search(after: frame, step: step)
    }
    (pending, holeEnd) = (nil, nil)
    self.frame = end
    return end
  }

  /// Seeks to `target`, if libsndfile misses no hole of Opus there.
  private func seekOnce(to target: Int) throws(SongDecodingError) {
    (pending, holeEnd, kept) = (nil, nil, [])
    // After a short seek forward in Vorbis, libsndfile lacks an overlap.
    if isStuck || holes != nil {
      handle.reopen()
      holes?.reopened()
      isStuck = false
    }
    guard let place = place(for: target), place - start <= exactFrameCount ?? .max else {
      isStuck = true
      throw handle.file.failure
        ?? SongDecodingError("it is not possible to go to that place in the file")
    }
    let reached = place - start
    frame = reached
    guard let holes, !holes.isOpus else { return }
    _ = holes.passed(over: reached..<reached)
    guard reached > target else { return }
    let damage = damage
    (pending, holeEnd) = (damage, reached)
    throw damage
  }

  /// An MP3 frame uses bits of up to 23 frames before it, and overlaps with two. mpg123 goes back
  /// by only four, and leaves out what it cannot decode. Source: ISO 13818-3: a pointer of 8 bits,
  /// and frames of 24 bytes with 11 of sound; ISO 11172-3: a pointer of 9 bits, and frames of at
  /// least 104.
  private static let mpegRunUp = 32 * 1152

  /// Makes libsndfile seek to `target`, with everything needed to decode it, and returns its
  /// position, as libsndfile counts; `nil` if it failed.
  private func place(for target: Int) -> Int? {
    let place = start + target
    if isMPEG, place > 0 {
      let runUp = min(place, Self.mpegRunUp)
      if handle.seek(to: place - runUp) == place - runUp, skip(runUp) { return place }
      // At its new end in a truncated file, mpg123 seeks back, and delivers its last frames again.
      if handle.file.failure == SongDecodingError.cutOff { return nil }
    }
    return handle.seek(to: place)
  }

  /// Decodes `count` frames and drops them; false if there are fewer.
  private func skip(_ count: Int) -> Bool {
    let most = 1152
    return withUnsafeTemporaryAllocation(
      byteCount: most * format.frameByteCount, alignment: 16
    ) { buffer in
      var rest = count
      while rest > 0 {
        let read = handle.read(min(rest, most), as: format.sample, into: buffer)
        guard read > 0 else { return false }
        rest -= read
      }
      return true
    }
  }

  /// Goes back until libsndfile is where it claims to be; returns that frame, `nil` for `target`.
  private func seekBeforeHole(_ target: Int, _ holes: OggHoles) throws(SongDecodingError) -> Int? {
    var place = target
    for _ in 0..<16 {
      let passed = holes.passed(seeking: place)
      let latest = passed.isEmpty ? nil : holes.beginnings(in: 0...max(0, place)).last ?? 0
      let begin = holes.hole(beforePageOf: place) ?? latest
      guard let begin else { return place == target ? nil : place }
      place = max(0, min(begin, place) - 1)
      isStuck = true
      try seekOnce(to: place)
      if place == 0 { return 0 }
    }
    throw damage
  }

  /// Decodes up to `target`, and drops the frames.
  private func decode(to target: Int) throws(SongDecodingError) {
    let length = 1024
    try withUnsafeTemporaryAllocation(
      byteCount: length * format.frameByteCount, alignment: 16
    ) { buffer throws(SongDecodingError) in
      while frame < target {
        let count = min(length, target - frame) * format.frameByteCount
        do throws(SongDecodingError) {
          guard try read(into: .init(rebasing: buffer[..<count])) > 0 else { return }
        } catch {
          guard let end = holeEnd, end <= target else { throw error }
          (pending, holeEnd, frame) = (nil, nil, end)
        }
      }
    }
  }

  /// Splits `count` frames read over holes of these lengths; returns how many are before the first.
  private func split(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: Int, at lengths: [Int], _ holes: OggHoles
  ) -> Int {
    // A page may claim any position.
    let longest = exactFrameCount ?? frame + count
    let lost = lengths.reduce(0) { min(max($0, 0), longest) + min(max($1, 0), longest) }
    // The missing page had no sound.
    if holes.isOpus, lost == 0 { return count }
    let end = frame + count + lost
    let beginnings = holes.beginnings(in: frame...max(frame, end))
    let before = min(max((beginnings.first ?? frame) - frame, 0), count)
    pending = damage
    if holes.isOpus {
      holeEnd = end <= longest ? end : nil
      if holeEnd != nil, beginnings.count == lengths.count, let last = beginnings.last,
        let length = lengths.last
      {
        keep(min(end - last - length, count - before), of: buffer, count)
      }
    } else {
      seekBehindHole(at: frame + before, holes)
    }
    return before
  }

  private func seekBehindHole(at begin: Int, _ holes: OggHoles) {
    handle.reopen()
    holes.reopened()
    holeEnd = handle.seek(to: begin + 1).flatMap { $0 <= exactFrameCount ?? $0 ? $0 : nil }
    if holeEnd == begin + 1 {
      // The missing page had no sound.
      (pending, holeEnd) = (nil, nil)
      _ = handle.seek(to: begin)
    }
    let reached = holeEnd ?? begin
    _ = holes.passed(over: reached..<reached)
  }

  private func keep(_ keptCount: Int, of buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
    guard keptCount > 0 else { return }
    let size = format.frameByteCount
    kept = Array(buffer[((count - keptCount) * size)..<(count * size)])
    holeEnd = holeEnd.map { $0 - keptCount }
  }

  private func takeKept(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let size = format.frameByteCount
    let taken = min(count * size, kept.count)
    kept.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[..<taken])) }
    kept.removeFirst(taken)
    frame += taken / size
    return taken / size
  }
}
