/// A recording of a sink: 16-bit stereo at 44 100 Hz.
struct Recording {
  static let sampleRate = 44_100
  let process: RunningProcess

  /// Records until the last `seconds` have been silent, after some sound.
  func waitForSilence(seconds: Double) throws {
    let wanted = Int(seconds * Double(Self.sampleRate))
    try process.wait { process in
      process.output.count / 4 > wanted && process.output.contains { $0 != 0 }
        && process.output.suffix(wanted * 4).allSatisfy { $0 == 0 }
    }
  }

  /// Records until `seconds` of sound have come after the last silence.
  func waitForSound(seconds: Double) throws {
    let wanted = Int(seconds * Double(Self.sampleRate))
    try process.wait { process in
      // The sound has a zero in each period.
      let tail = process.output.suffix(wanted * 4)
      return tail.count == wanted * 4 && tail.count { $0 != 0 } > wanted
    }
  }

  /// Records until `seconds` of sound have come in all, with gaps or without.
  func waitForLoudness(seconds: Double) throws {
    let wanted = Int(seconds * Double(Self.sampleRate) * 4)
    var (end, loudness) = (0, 0)
    try process.wait { process in
      loudness += process.output[end...].count { $0 != 0 }
      end = process.output.count
      return loudness > wanted
    }
  }

  /// The samples of the left channel so far.
  var samples: [Int16] { process.output.samples(every: 4) }

  /// The samples of the right channel so far.
  var rightSamples: [Int16] { process.output.samples(from: 2, every: 4) }

  /// How many frames of the left channel sound; silence shorter than 0.1 s counts as sound.
  var soundFrameCount: Int {
    let samples = self.samples
    let silences = samples.split { $0 != 0 }.map(\.count).filter { $0 >= Self.sampleRate / 10 }
    return samples.count - silences.reduce(0, +)
  }
}

extension [UInt8] {
  /// The samples of 16 bits that begin at every `step` bytes from `first` on.
  func samples(from first: Int = 0, every step: Int = 2) -> [Int16] {
    stride(from: first, to: count - 1, by: step).map {
      Int16(bitPattern: UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8)
    }
  }
}
