import GaplessAudio
import Testing
import TwoFiles

@Suite("Two files, played by a client of the engine") struct TwoFilesTests {
  @Test("are heard bit for bit, without a gap")
  func gapless() async throws {
    let (first, second) = (try NoiseFile(seed: 1), try NoiseFile(seed: 2))
    let recording = Recording()
    #expect(await playTwo(first.path, second.path, on: recording) == .ended)
    #expect(recording.samples == first.samples + second.samples)
  }

  @Test("are played in real time where there is no device")
  func realTime() async throws {
    let (first, second) = (try NoiseFile(seed: 1), try NoiseFile(seed: 2))
    let start = ContinuousClock.now
    #expect(await playTwo(first.path, second.path, on: AoLiveOpener(driver: "null")) == .ended)
    #expect(ContinuousClock.now - start >= .milliseconds(2 * NoiseFile.milliseconds - 40))
  }

  @Test("end with the reason where one cannot be read")
  func failure() async throws {
    let first = try NoiseFile(seed: 1)
    let last = await playTwo(first.path, "/nowhere.wav", on: Recording())
    #expect(last == .failed(reason: "the file does not exist"))
  }
}
