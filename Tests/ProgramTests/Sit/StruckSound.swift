import Foundation

@testable import MeditationEngine

/// The sound of one stroke, as it is without a session.
enum StruckSound: String, CaseIterable {
  case bowl, gong, chime, wood, file

  /// The name of the file.
  static let fileName = "ping.wav"
  /// Its rate is that of neither song, and not the one at which bells are kept.
  private static let fileRate = 32_000
  private static let fileLength = 0.6

  /// The words of the plan.
  var command: String { self == .file ? "bell \(Self.fileName)" : "bell \(rawValue)" }

  /// When it is silent, in seconds.
  var length: Double { model?.length ?? Self.fileLength }

  /// `count` samples of the left channel, the first of them `frame` frames after the stroke. Full
  /// scale is 32 768.
  func left(from frame: Int = 0, count: Int, sampleRate: Int) -> [Double] {
    guard let model else {
      return (frame..<(frame + count)).map { Self.ping(at: Double($0) / Double(sampleRate)) }
    }
    var frames = [Float](repeating: 0, count: 2 * count)
    frames.withUnsafeMutableBufferPointer {
      StruckBell(model).add(
        to: $0, from: frame, sampleRate: sampleRate, gain: 1)
    }
    return (0..<count).map { Double(frames[2 * $0]) * 32_768 }
  }

  private var model: BellModel? {
    switch self {
    case .bowl: .bowl
    case .gong: .gong
    case .chime: .chime
    case .wood: .wood
    case .file: nil
    }
  }

  /// The file's contents.
  static var fileBytes: [UInt8] {
    let samples = (0..<Int(fileLength * Double(fileRate))).map {
      Int16(ping(at: Double($0) / Double(fileRate)).rounded())
    }
    return StereoWave.both(samples, sampleRate: fileRate).bytes
  }

  /// A sine of 1 kHz that rises within some milliseconds and decays.
  private static func ping(at time: Double) -> Double {
    guard (0..<fileLength).contains(time) else { return 0 }
    let rise = 1 - exp(-500 * time)
    return 16_000 * sin(2 * .pi * 1_000 * time) * exp(-12 * time) * rise * rise
  }
}
