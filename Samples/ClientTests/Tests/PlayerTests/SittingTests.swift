import Foundation
import GaplessAudio
import MeditationCore
import Sitting
import Testing
import TwoFiles

@Suite("A session that is heard") struct SittingTests {
  /// The left channel of a file of 16 bits.
  private func left(of path: FilePath) throws -> [Int16] {
    let decoder = try SndfileOpener().open(path)
    let channelCount = decoder.format.channelCount
    #expect(decoder.format.sample == .int16 && decoder.format.sampleRate == 48_000)
    var samples = [Int16](repeating: 0, count: (decoder.frameCount ?? 0) * channelCount)
    let count = try samples.withUnsafeMutableBytes { bytes in try decoder.read(into: bytes) }
    return (0..<count).map { samples[$0 * channelCount] }
  }

  @MainActor @Test("is as long as its plan says, with settling, a song, silence and bells")
  func sitting() async throws {
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    let (song, sound) = (
      folder.appending("\(UUID()).wav"), folder.appending("\(UUID()).wav")
    )
    defer {
      for file in [song, sound] { try? FileManager.default.removeItem(atPath: file.string) }
    }
    let player = QueuePlayer(decoders: SineOpener(frameCount: 48_000), outputs: try .file(song))
    let written = player.events
    player.append([Track(path: "440")])
    player.play()
    for await event in written where event == .ended { await player.shutDown() }

    let end = await sit(
      with: [song], plan: [.settling(.seconds(1)), .length(.time(.seconds(3))), .closing(1)],
      on: try .file(sound))
    #expect(end == .completed)
    let samples = try left(of: sound)
    // Settling, the song of a second, silence, and a bowl that rings out.
    let rate = 48_000
    #expect(samples.count > 6 * rate)
    #expect(samples[..<rate].allSatisfy { $0 == 0 })
    #expect(samples[rate..<2 * rate].contains { abs(Int($0)) > 1_000 })
    #expect(samples[(2 * rate + 100)..<4 * rate].allSatisfy { $0 == 0 })
    #expect(samples[4 * rate..<5 * rate].contains { abs(Int($0)) > 1_000 })
  }

  @MainActor @Test("in which nothing can be heard has failed")
  func failing() async throws {
    let sound = FilePath(FileManager.default.temporaryDirectory.path).appending("\(UUID()).wav")
    defer { try? FileManager.default.removeItem(atPath: sound.string) }
    #expect(await sit(with: ["/nowhere.wav"], plan: [], on: try .file(sound)) == .failed)
  }
}
