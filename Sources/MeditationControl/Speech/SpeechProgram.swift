import Glibc
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

package enum GuideVoice: Sendable {
  case program(SpeechProgram)
  /// No speech program is installed.
  case missing
  /// The user wants them printed only.
  case off
}

/// A program that reads a sentence from standard input, and writes it as WAV to standard output.
///
/// Rendered sentences are kept in the cache, by command and sentence. The program is started
/// without a shell, and a sentence is never part of a command line.
package struct SpeechProgram: Sendable {
  /// Why a sentence cannot be spoken, as a clause.
  struct Failure: Error, Equatable {
    var reason: String
  }

  private static let mostKept = 2_000

  private let command: [String]
  private let folder: FilePath
  /// The limits for one sentence: its time, and its size in bytes.
  private let limits: (time: Duration, size: Int)

  /// The program that `command` starts; its sentences are kept in a folder in `cache`.
  package init(_ command: ShellWords, cache: FilePath) {
    self.init(words: command.words, cache: cache)
  }

  init(
    words: [String], cache: FilePath, limits: (time: Duration, size: Int) = (.seconds(20), 32 << 20)
  ) {
    command = words
    folder = cache.appending("speech")
    self.limits = limits
  }

  /// `espeak-ng --stdout`; `nil` if it is not installed.
  package static func installed(cache: FilePath) -> SpeechProgram? {
    InstalledProgram.file(of: "espeak-ng").map {
      SpeechProgram(words: [$0.string, "--stdout"], cache: cache)
    }
  }

  /// The file of the rendered `sentence`, which may not exist yet.
  func file(of sentence: String) -> FilePath {
    // A folder whose path is not UTF-8 is named by a descriptor, once it exists.
    let folder = (try? UTF8Directory.path(folder)) ?? folder
    return folder.appending("\(Self.hash(command + [sentence])).wav")
  }

  /// FNV-1a with 128 bits, in hexadecimal digits.
  private static func hash(_ texts: [String]) -> String {
    let prime: UInt128 = (1 << 88) + 0x13b
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
      hash = hash &* prime
    }
    return String(hash, radix: 16)
  }

  /// Renders `sentence` to its file. Blocks, for seconds at most.
  ///
  /// - Parameter isStopped: Asked several times a second; `true` kills the program.
  func speak(_ sentence: String, unless isStopped: () -> Bool) throws(Failure) {
    let wave = try wave(of: sentence, unless: isStopped)
    do throws(Errno) {
      try PrivateDirectory.make(folder)
      forgetOldest()
      try AtomicFile.write(wave, to: file(of: sentence))
    } catch {
      throw Failure(reason: "\(CleanText.clean(folder.string)) cannot be written: \(error)")
    }
  }

  /// The sound of `sentence`: its words as the program speaks them, with its pauses.
  private func wave(of sentence: String, unless isStopped: () -> Bool) throws(Failure) -> [UInt8] {
    var pieces: [SpokenWave.Piece] = []
    for piece in SentencePiece.pieces(ofRead: sentence) {
      switch piece {
      case .pause(let pause): pieces.append(.pause(pause))
      case .words(let words):
        guard let wave = SpokenWave.completed(try output(for: words, unless: isStopped)) else {
          throw failure("wrote no WAV")
        }
        pieces.append(.sound(wave))
      }
    }
    if case .sound(let wave)? = pieces.first, pieces.count == 1 { return wave }
    guard let wave = SpokenWave.joined(pieces) else {
      throw failure("wrote WAV that allows no pause")
    }
    return wave
  }

  private func output(
    for sentence: String, unless isStopped: () -> Bool
  ) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + limits.time
    let process: PipedProcess
    do throws(Errno) {
      process = try PipedProcess(FilePath(command[0]), command, text: sentence + "\n")
    } catch {
      throw failure("cannot be started: \(error)")
    }
    defer { process.end() }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      guard !isStopped() else { throw failure("was stopped") }
      guard ContinuousClock.now < deadline else { throw slow }
      let count: Int? = piece.withUnsafeMutableBytes { bytes in
        try? process.read(into: bytes, within: .milliseconds(100))
      }
      guard let count else { continue }
      guard count > 0 else { break }
      output += piece[..<count]
      guard output.count <= limits.size else {
        throw failure("wrote more than \(limits.size >> 20) MB for one sentence")
      }
    }
    guard let exit = process.wait(within: deadline - .now) else { throw slow }
    if let reason = exit.failure { throw failure(reason) }
    return output
  }

  private var slow: Failure {
    failure("took longer than \(limits.time.components.seconds) seconds for one sentence")
  }

  func unplayable(_ reason: String) -> Failure { failure("wrote what cannot be played: \(reason)") }

  private func failure(_ clause: String) -> Failure {
    Failure(reason: "\(QuotedInput(command[0])) \(clause)")
  }

  private func forgetOldest() {
    let names = ((try? DirectoryEntry.names(in: folder)) ?? []).filter {
      PathName.ending(ofName: $0) == "wav"
    }
    guard names.count >= Self.mostKept else { return }
    let files = names.map { folder.appending(String(decoding: $0, as: UTF8.self)) }
      .compactMap { file in (try? file.stat()).map { (file, time: Duration($0.st_mtim)) } }
    for (file, _) in files.sorted(by: { $0.time < $1.time }).prefix(Self.mostKept / 10) {
      try? AtomicFile.delete(file)
    }
  }
}

/// WAV that came through a pipe.
enum SpokenWave {
  enum Piece {
    /// The result of ``completed(_:)``.
    case sound([UInt8])
    case pause(Duration)
  }

  /// One WAV of `pieces`, with silence for pauses; `nil` if their formats differ or are not PCM.
  static func joined(_ pieces: [Piece]) -> [UInt8]? {
    var format: ArraySlice<UInt8>?
    var data: [UInt8] = []
    for case .sound(let wave) in pieces {
      guard let own = contents(of: "fmt ", in: wave), own.count >= 16,
        own.elementsEqual(format ?? own)
      else { return nil }
      format = own
    }
    guard let format else { return nil }
    func field(at offset: Int, of count: Int) -> Int {
      number(format.dropFirst(offset).prefix(count))
    }
    let (rate, frameSize, bits) = (field(at: 4, of: 4), field(at: 12, of: 2), field(at: 14, of: 2))
    // In 8 bits, the middle is silence.
    guard [1, 0xFFFE].contains(field(at: 0, of: 2)), 1...768_000 ~= rate, 1...64 ~= frameSize
    else { return nil }
    for piece in pieces {
      switch piece {
      case .sound(let wave):
        let sound = contents(of: "data", in: wave) ?? []
        data += sound.prefix(sound.count / frameSize * frameSize)
      case .pause(let pause):
        let count = Int(pause / .seconds(1) * Double(rate)) * frameSize
        data += [UInt8](repeating: bits == 8 ? 0x80 : 0, count: count)
      }
    }
    func written(_ name: String, _ bytes: some Collection<UInt8>) -> [UInt8] {
      var chunk = Array(name.utf8) + lengthField(bytes.count)
      chunk += bytes
      if bytes.count % 2 == 1 { chunk.append(0) }
      return chunk
    }
    return written("RIFF", Array("WAVE".utf8) + written("fmt ", format) + written("data", data))
  }

  /// `bytes` with the lengths in their headers corrected: a program that writes to a pipe does not
  /// know them beforehand. `nil` if it is no WAV, or has no sound.
  static func completed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8),
      let (start, length) = chunk("data", of: bytes), start < bytes.count
    else { return nil }
    let rest = bytes.count - start
    guard length == 0 || length > rest else { return bytes }
    var wave = bytes
    wave.replaceSubrange(4..<8, with: lengthField(wave.count - 8))
    wave.replaceSubrange(start - 4..<start, with: lengthField(rest))
    return wave
  }

  private static func contents(of name: String, in wave: [UInt8]) -> ArraySlice<UInt8>? {
    chunk(name, of: wave).map { wave[$0.start..<min($0.start + $0.length, wave.count)] }
  }

  /// Where the contents of the first chunk of this name begin, and the length that it states.
  private static func chunk(_ name: String, of wave: [UInt8]) -> (start: Int, length: Int)? {
    var start = 20
    while start <= wave.count {
      let length = number(wave[start - 4..<start])
      if wave[start - 8..<start - 4].elementsEqual(name.utf8) { return (start, length) }
      start += length + length % 2 + 8
    }
    return nil
  }

  /// The number whose bytes these are, the lowest first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 * 256 + Int($1) }
  }

  private static func lengthField(_ length: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
  }
}
