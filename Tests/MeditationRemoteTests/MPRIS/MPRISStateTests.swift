import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote

/// A session as the player describes it.
@Suite("Player state") @MainActor struct MPRISStateTests {
  private let stage: VirtualStage
  private var controller: SessionController { stage.controller }
  private let client = Client()
  private var session: MeditationViewModel { controller.session }

  init() {
    let songs = (1...3).map { SongViewModel(title: "Song \($0)", length: .seconds(100)) }
    stage = VirtualStage(session: MeditationViewModel(songs: songs))
    controller.files.exist = true
  }

  @Test("says truly what is possible, in whatever state", arguments: 1...20 as ClosedRange<UInt64>)
  func possible(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plan = ["for songs", "for 10m", "for open", "for 5m, settle 10s"]
    for _ in 1...200 {
      let before = MPRISState(of: controller)
      switch Int.random(in: 0...11, using: &random) {
      case 0: try expect("next", before.canGoNext)
      case 1: try expect("previous", before.canGoPrevious)
      case 2: try expect("pause", before.canPause)
      case 3: try expect("seek 0:30", before.canSeek)
      case 4: try expect(session.phase == .listening ? "play" : "start", before.canPlay)
      case 5: stage.advance(by: .seconds(Int.random(in: 1...120, using: &random)))
      case 6: _ = controller.submit("back", from: client)
      case 7: _ = controller.submit(plan.randomElement(using: &random) ?? "", from: client)
      case 8: _ = controller.submit("\(Int.random(in: 1...3, using: &random))", from: client)
      case 9: _ = controller.submit("repeat on", from: client)
      case 10: _ = controller.submit("repeat off", from: client)
      default: _ = controller.submit("finish", from: client)
      }
      try checkTrack()
    }
  }

  /// Performs `line`, which must be refused exactly if it is not possible.
  private func expect(_ line: String, _ isPossible: Bool) throws {
    let reply = controller.submit(line, from: client)
    if case .refused = reply {
      #expect(!isPossible, "\(line) was refused")
    } else {
      #expect(isPossible, "\(line): \(reply)")
    }
  }

  private func checkTrack() throws {
    let state = MPRISState(of: controller)
    #expect((state.track == nil) == (session.phase != .listening))
    #expect((state.status == .stopped) == (session.phase != .listening))
    let position = session.state.trackPosition(in: state.track)
    let end = state.track?.length ?? .max
    #expect((0...end).contains(position))
    #expect(state.track?.length != 0)
  }

  @Test("a length of 0 is none, and no position is beyond the length")
  func lengths() {
    let songs = [Duration.zero, .seconds(100)].map { SongViewModel(title: "Odd", length: $0) }
    let stage = VirtualStage(session: MeditationViewModel(songs: songs))
    let session = stage.session
    func track(playing line: String, at seconds: Int) -> (length: Int64?, position: Int64) {
      _ = stage.controller.submit(line, from: client)
      stage.controller.receive(
        EngineEvent(
          generation: session.score.generation, position: .seconds(seconds),
          elapsed: .seconds(seconds), kind: .position))
      let track = MPRISTrack(of: session)
      return (track?.length, session.state.trackPosition(in: track))
    }
    for line in ["all", "start"] { _ = stage.controller.submit(line, from: client) }
    #expect(track(playing: "1", at: 1) == (nil, 1_000_000))
    #expect(track(playing: "2", at: 30) == (100_000_000, 30_000_000))
    // The file was longer than its header says.
    #expect(track(playing: "2", at: 101) == (100_000_000, 100_000_000))
  }

  @Test("while settling, the position is the time since it began")
  func settlingPosition() {
    for line in ["for 5m, settle 10s", "start"] { _ = controller.submit(line, from: client) }
    stage.advance(by: .seconds(4))
    let track = MPRISTrack(of: session)
    #expect(track?.length == 10_000_000)
    #expect(session.state.trackPosition(in: track) == 4_000_000)
  }

  @Test("a position is sought in the track that it was meant for, from its start to its end")
  func setPosition() {
    for line in ["1-2", "start"] { _ = controller.submit(line, from: client) }
    func command(_ track: String?, _ position: Int64) -> Command? {
      MPRISRequest.setPosition(track: track ?? "", to: position).command(in: session)
    }
    let track = MPRISTrack(of: session)?.path
    #expect(command(track, 30_000_000) == .action(.seek(.to(.seconds(30)))))
    #expect(command(track, 100_000_000) == .action(.seek(.to(.seconds(100)))))
    #expect(command(track, 100_000_001) == nil)
    #expect(command(track, -1) == nil)
    #expect(command("/org/meditate/song/1", 30_000_000) == nil)
  }

  @Test("a song has its album and the URL of its file, and silence has neither")
  func file() {
    controller.files.base = BaseFolders(current: "/Mu sic")
    let name: [CChar] = [0x2F, 0x61, -1, 0x25, 0x3F, 0x23, 0x0A, 0x2E, 0x62, 0]
    let songs = ["c", "d"].map { SongViewModel(title: $0, album: "Tides", length: .seconds(9)) }
    controller.files.append(songs: songs, paths: ["é/~x-1_.flac", FilePath(platformString: name)])
    _ = controller.submit("4-5", from: client)
    _ = controller.submit("settle 5s", from: client)
    _ = controller.submit("start", from: client)
    #expect(MPRISState(of: controller).track?.url == nil)
    #expect(MPRISState(of: controller).track?.album == "")
    _ = controller.submit("next", from: client)
    #expect(MPRISState(of: controller).track?.album == "Tides")
    #expect(
      MPRISState(of: controller).track?.url == "file:///Mu%20sic/%C3%A9/~x-1_.flac")
    _ = controller.submit("next", from: client)
    #expect(MPRISState(of: controller).track?.url == "file:///a%FF%25%3F%23%0A.b")
    controller.files.exist = false
    #expect(MPRISState(of: controller).track?.url == nil)
  }

  @Test("texts are valid for sd-bus")
  func text() {
    #expect(BusText.valid("Ré́ 🔔 \u{FFFD}") == "Ré́ 🔔 \u{FFFD}")
    let forbidden = [0, 0xFFFE, 0xFDD0, 0x10FFFF].compactMap { Unicode.Scalar($0) }
    for scalar in forbidden {
      #expect(BusText.valid("a\(Character(scalar))b") == "a\u{FFFD}b")
    }
  }

  @Test("an address is found only where there is a bus")
  func address() {
    #expect(BusAddress.find(in: [:]) == nil)
    #expect(BusAddress.find(in: ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
    #expect(BusAddress.find(in: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
    #expect(BusAddress.find(in: ["XDG_RUNTIME_DIR": "/nowhere"]) == nil)
    #expect(BusAddress.escaped("/run/user/1 é") == "/run/user/1%20%C3%A9")
  }
}
