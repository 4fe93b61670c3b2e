import Foundation
import SystemPackage

@testable import Playback

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
  var length: Double {
    switch self {
    case .bowl: BellModel.bowl.length
    case .gong: BellModel.gong.length
    case .chime: BellModel.chime.length
    case .wood: BellModel.wood.length
    case .file: Self.fileLength
    }
  }

  /// The left channel of the first `seconds` at `sampleRate`. Full scale is 32 768.
  func left(seconds: Double, sampleRate: Int) -> [Double] {
    let count = Int(seconds * Double(sampleRate))
    switch self {
    case .bowl: return Self.left(of: .bowl, count, sampleRate)
    case .gong: return Self.left(of: .gong, count, sampleRate)
    case .chime: return Self.left(of: .chime, count, sampleRate)
    case .wood: return Self.left(of: .wood, count, sampleRate)
    case .file: return (0..<count).map { Self.ping(at: Double($0) / Double(sampleRate)) }
    }
  }

  /// The file's contents.
  static var fileBytes: [UInt8] {
    let samples = (0..<Int(fileLength * Double(fileRate))).map {
      Int16(ping(at: Double($0) / Double(fileRate)).rounded())
    }
    return StereoWave(sampleRate: fileRate, left: samples, right: samples).bytes
  }

  /// The same in 8 channels at 192 kHz, of which the first alone sounds.
  static var surroundFileBytes: [UInt8] {
    let rate = 192_000
    let silence = [Int16](repeating: 0, count: 7)
    let samples = (0..<Int(fileLength * Double(rate))).flatMap { frame in
      [Int16(ping(at: Double(frame) / Double(rate)).rounded())] + silence
    }
    return WaveFile(sampleRate: rate).bytes(of: samples, channelCount: 8)
  }

  /// A sine of 1 kHz that rises within some milliseconds and decays.
  private static func ping(at time: Double) -> Double {
    let rise = 1 - exp(-500 * time)
    return 16_000 * sin(2 * .pi * 1_000 * time) * exp(-12 * time) * rise * rise
  }

  private static func left(of model: BellModel, _ count: Int, _ sampleRate: Int) -> [Double] {
    var frames = [Float](repeating: 0, count: 2 * count)
    frames.withUnsafeMutableBufferPointer {
      StruckBell(model).add(to: $0, from: 0, sampleRate: sampleRate, gain: 1)
    }
    return (0..<count).map { Double(frames[2 * $0]) * 32_768 }
  }
}
