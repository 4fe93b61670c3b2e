import Foundation
import MeditationPlan

@testable import MeditationEngine

/// A bell that is at its full level at once and falls to nothing: its onset shows in one frame.
struct Ping: LaneSound {
  static let peak = 0.25
  static let seconds = 2.0
  let length = Duration.seconds(seconds)

  static func value(at time: Double) -> Double {
    time < 0 || time >= seconds ? 0 : peak * (1 - time / seconds)
  }

  func level(at time: Double) -> Float { Float(Self.value(at: time)) }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    for frame in 0..<(frames.count / 2) {
      let value = Float(Self.value(at: Double(first + frame) / Double(sampleRate))) * gain
      frames[2 * frame] += value
      frames[2 * frame + 1] += value
    }
  }
}

/// A bell that begins and ends without a step.
struct Tone: LaneSound {
  var peak = 0.4
  var seconds = 5.0
  var frequency = 220.0
  var length: Duration { .seconds(seconds) }

  private func envelope(_ time: Double) -> Double {
    guard time > 0, time < seconds else { return 0 }
    return peak * (1 - exp(-time / 0.005)) * (1 - time / seconds)
  }

  func value(at time: Double) -> Double { envelope(time) * sin(2 * .pi * frequency * time) }

  func level(at time: Double) -> Float { Float(envelope(time)) }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    for frame in 0..<(frames.count / 2) {
      let value = Float(value(at: Double(first + frame) / Double(sampleRate))) * gain
      frames[2 * frame] += value
      frames[2 * frame + 1] += value
    }
  }
}

/// A sound that stays as it is for a minute, so that its gain shows.
struct Hum: LaneSound {
  static let level = 0.25
  let length = Duration.seconds(60)

  func level(at time: Double) -> Float { time < 0 || time >= 60 ? 0 : Float(Self.level) }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    for index in frames.indices { frames[index] += Float(Self.level) * gain }
  }
}

extension LaneSounds {
  /// Lanes without sound.
  static let silent = LaneSounds(
    bell: { _ in NoSound() }, breath: { _ in NoSound() }, layer: { _ in NoSound() },
    speech: { _ in NoSound() })

  private struct NoSound: LaneSound {
    let length = Duration.zero
    func level(at time: Double) -> Float { 0 }
    func add(
      to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
    ) {}
  }

  /// Lanes without layers and speech.
  init(
    bell: @escaping @Sendable (Bell.Sound) -> any LaneSound,
    breath: @escaping @Sendable (Breath) -> any LaneSound
  ) {
    self = .silent
    (self.bell, self.breath) = (bell, breath)
  }

  /// Built-in bells, and files of `decoders`.
  static func files(_ decoders: any DecoderOpener) -> LaneSounds {
    LaneSounds(BellSounds(decoders: decoders, converters: LinearConverters()), waits: true)
  }

  static let pings = LaneSounds(bell: { _ in Ping() }, breath: { _ in Ping() })

  /// Tones, and a breath of `breath`.
  static func tones(_ tone: Tone = Tone(), breath: any LaneSound = Tone()) -> LaneSounds {
    LaneSounds(bell: { _ in tone }, breath: { _ in breath })
  }
}

extension Plan {
  /// A plan with some parts changed.
  static func of(_ change: (inout Plan) -> Void) -> Plan {
    var plan = Plan()
    change(&plan)
    return plan
  }
}

extension MemoryTrack {
  /// Silence in 24 bits.
  static func silence(frames: Int, rate: Int = 44_100) -> MemoryTrack {
    MemoryTrack([Int32](repeating: 0, count: frames), rate: rate)
  }
}
