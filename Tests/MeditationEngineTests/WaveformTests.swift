import MeditationEngine
import Testing

/// The waveform of a stream whose length is not known.
struct PeakStepsTests {
  @Test("equal steps, whatever the length", arguments: [1, 3, 200, 4_096, 4_097, 100_000])
  func steps(count: Int) {
    var steps = PeakSteps()
    for block in 0..<count { steps.add(block == count / 2 ? 1 : 0.5) }
    let peaks = steps.steps(200)
    #expect(peaks.count == 200)
    #expect(Set(peaks).isSubset(of: [127, 255]))
    let loudest = peaks.indices.filter { peaks[$0] == 255 }
    #expect(loudest.contains { abs($0 - 100) <= 200 / min(count, 200) })
  }

  @Test("nothing has no steps, and levels are clipped")
  func limits() {
    var steps = PeakSteps()
    #expect(steps.steps(10).isEmpty)
    steps.add(7)
    steps.add(-1)
    #expect(steps.steps(2) == [255, 0])
  }
}
