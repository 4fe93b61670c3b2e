import Foundation
import MeditationPlan
import Testing

@testable import MeditationEngine

/// The tone that leads a breath.
struct BreathToneTests {
  private let relaxing = Breath(
    inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8))

  /// The frequency around `time`, from the zero crossings of a tenth of a second.
  private func pitch(_ tone: BreathTone, at time: Double) -> Double {
    let samples = tone.render(0.1, from: time - 0.05).left
    let crossings = samples.indices.dropFirst().filter {
      samples[$0 - 1] < 0 && samples[$0] >= 0
    }
    guard let first = crossings.first, let last = crossings.last, first < last else { return 0 }
    return Double(crossings.count - 1) * 48_000 / Double(last - first)
  }

  @Test("it rises by a fifth while breathing in, and falls back while breathing out")
  func pitches() {
    let tone = BreathTone(relaxing)
    let rising = [0.5, 1.5, 2.5, 3.5].map { pitch(tone, at: $0) }
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(rising[0] - 153) < 4)
    #expect(abs(rising[3] - 207) < 4)
    let falling = [12, 14, 16, 18].map { pitch(tone, at: $0) }
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 > $1 })
    // The next breath is the same.
    #expect(abs(pitch(tone, at: 19 + 1.5) - rising[1]) < 1)
  }

  @Test("a sigh rises in two steps, and falls from the second without a gap")
  func sigh() {
    let tone = BreathTone(.sigh)
    let pitches = [1, 2.5, 3.6, 5, 9].map { pitch(tone, at: $0) }
    #expect(pitches[0] < pitches[1] && pitches[1] < 202 && pitches[2] > 202)
    #expect(pitches[3] > pitches[4])
    // Between the two, it is silent for a moment; as it turns, it is not.
    #expect(tone.level(at: 3) < 0.001 && tone.level(at: 4) > 0.07)
  }

  @Test("it is silent while the breath is held")
  func holds() {
    let tone = BreathTone(.box)
    for start in [4.0, 12.0, 20.0] {
      #expect(tone.render(4, from: start).magnitudes.allSatisfy { $0 < 1e-6 })
      #expect(tone.level(at: start + 2) == 0)
    }
    #expect(tone.render(0.5, from: 1).magnitudes.contains { $0 > 0.02 })
  }

  @Test(
    "it stays 20 dB under full scale; no edge is shorter than 200 ms; the bound holds",
    arguments: [
      Breath.box, .coherent, .sigh,
      Breath(inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8)),
      Breath(inhale: .seconds(1), exhale: .seconds(2)),
      Breath(inhale: .milliseconds(100), holdFull: .seconds(1), exhale: .milliseconds(300)),
      Breath(inhale: .zero, exhale: .seconds(3)),
    ])
  func levels(of breath: Breath) throws {
    let tone = BreathTone(breath)
    let sound = tone.render(min(breath.cycle / .seconds(1) + 1, 9))
    let levels = sound.left.indices.map { tone.level(at: Double($0) / 48_000) }
    #expect(zip(sound.magnitudes, levels).allSatisfy { $0 <= $1 })
    #expect(levels.allSatisfy { $0 < 0.1 })
    // In 200 ms, it never rises or falls by more than it does at the loudest in the whole edge.
    let largest = try #require(
      zip(levels, levels.dropFirst(960)).map { abs($0 - $1) }.max())
    #expect(largest < 0.08 * 0.02 / 0.2 * 1.5)
    #expect(sound.left == sound.right)
  }

  @Test("where no hold is between them, breathing in and out is one tone without a dip")
  func joined() {
    let tone = BreathTone(.coherent)
    let turn = tone.render(0.2, from: 4.9)
    let steps = zip(turn.left, turn.left.dropFirst()).map { abs($0 - $1) }
    // The steepest slope of 216 Hz and its harmonics at this level.
    #expect(steps.allSatisfy { $0 < 0.08 * 2 * .pi * 216 / 48_000 * 1.3 })
    #expect(tone.level(at: 5) > 0.079)
    // There is a pause at the end of the breath.
    #expect(tone.level(at: 9.999) < 0.001)
  }

  @Test("it begins at session time 0, and has no end")
  func begins() {
    let tone = BreathTone(.coherent)
    #expect(tone.render(1, from: -1).magnitudes.allSatisfy { $0 == 0 })
    #expect(tone.level(at: 12) > 0.04)
    #expect(tone.length > .seconds(1_000_000))
  }

  @Test("chunks of any length, and both rates, give the same sound, after hours too")
  func chunks() {
    let tone = BreathTone(relaxing)
    for start in [3.5, 36_002.0] {
      let whole = tone.render(1, from: start, chunks: [.max / 2])
      let pieces = tone.render(1, from: start, chunks: [1, 13, 480, 997])
      #expect(pieces.distance(to: whole) == 0)
      let other = tone.render(1, from: start, rate: 44_100)
      for index in 0..<300 {
        #expect(abs(other.left[index * 147] - whole.left[index * 160]) < 1e-5)
      }
    }
  }

  @Test("a breath without length is silent")
  func empty() {
    let tone = BreathTone(Breath(inhale: .zero, exhale: .zero))
    #expect(tone.render(0.1).magnitudes.allSatisfy { $0 == 0 })
    #expect(tone.level(at: 1) == 0)
    let hold = BreathTone(Breath(inhale: .zero, holdFull: .seconds(1), exhale: .zero))
    #expect(hold.render(2).magnitudes.allSatisfy { $0 == 0 })
  }
}
