import MeditationCore
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

@testable import MeditationControl

@Suite("The lengths of picked songs are counted") @MainActor struct LengthScanTests {
  private let stage: PracticeStage

  init() { stage = PracticeStage(songs: 3) }

  @Test("once, when a song is picked whose length is a guess")
  func picked() throws {
    let asked = Locked([FilePath]())
    let guess = SongViewModel(title: "Guess", length: .estimated(.seconds(60)))
    stage.controller.files.append(songs: [guess], paths: ["/guess"])
    stage.controller.lengths = LengthScan(waits: true) { path in
      asked.withLock { $0.append(path) }
      return .seconds(20)
    }
    stage.type("1 2")
    #expect(asked.withLock { $0 }.isEmpty)
    stage.type("\(guess.index + 1)")
    #expect(guess.length == .seconds(20))
    stage.type("\(guess.index + 1)", "\(guess.index + 1)")
    #expect(asked.withLock { $0 } == ["/guess"])
  }

  @Test("a song that was heard to its end has the length that was heard")
  func heard() {
    let guess = SongViewModel(title: "Guess", length: .estimated(.seconds(60)))
    stage.controller.files.append(songs: [guess], paths: ["/guess"])
    stage.controller.lengths = LengthScan(waits: true) { _ in nil }
    stage.type("\(guess.index + 1)", "start")
    #expect(guess.length == nil)
    let generation = stage.session.score.generation
    stage.controller.receive(
      EngineEvent(generation: generation, position: .seconds(20), kind: .ended))
    #expect(guess.length == .seconds(20))
  }

  @Test("off the main actor, and the row is drawn when the length is known")
  func background() async {
    let guess = SongViewModel(title: "Guess", length: .estimated(.seconds(60)))
    stage.controller.files.append(songs: [guess], paths: ["/guess"])
    stage.controller.lengths = LengthScan { _ in .seconds(20) }
    let (lengths, continuation) = AsyncStream.makeStream(of: SongLength.self)
    let subscription = guess.observeLength { continuation.yield($0) }
    stage.type("\(guess.index + 1)")
    #expect(guess.length == nil)
    for await length in lengths {
      #expect(length == .exact(.seconds(20)))
      break
    }
    withExtendedLifetime(subscription) {}
  }
}
