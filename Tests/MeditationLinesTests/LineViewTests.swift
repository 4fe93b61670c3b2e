import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationText
import SystemPackage
import Testing

@testable import MeditationLines
@testable import MeditationScreens

@Suite("A session in lines") @MainActor struct LineViewTests {
  @Test("read aloud, from the list to the end")
  func plain() {
    let evening = Evening(.plain, skipped: [SkippedFile(name: "noise.mp3", reason: "not audio")])
    evening.view.begin()
    var told = evening.output.take()
    told += evening.type("1 3-4", "1", "1", "start", "")
    told += evening.wait(10)
    told += evening.type("pause", "pause", "status", "play", "+5")
    told += evening.wait(20)
    told += evening.type("volume 80", "seek 50%")
    evening.stage.faults.fail(2, reason: "its file is damaged")
    told += evening.output.take()
    evening.stage.faults.loseDevice(reason: "unplugged")
    told += evening.output.take() + evening.type("status")
    evening.stage.faults.restoreDevice()
    told += evening.output.take()
    told += evening.type("list", "finish", "list", "back", "skipped")
    #expect(told == Self.plainTranscript)
  }

  @Test(
    "'play' says that it tries a lost device, not that the session goes on",
    arguments: [false, true])
  func triesDevice(afterPause: Bool) {
    let evening = Evening(.plain)
    _ = evening.type("1", "start")
    evening.stage.faults.loseDevice(reason: "unplugged")
    if afterPause { _ = evening.type("pause") }
    _ = evening.output.take()
    let lines = evening.type("play")
    #expect(lines.contains("Trying the sound device; the session resumes at 0:00."))
    #expect(!lines.contains { $0.hasPrefix("Resumed") })
  }

  @Test("in rows, from the list to the end")
  func live() {
    let evening = Evening(.live, width: 50)
    evening.view.begin()
    var told = evening.output.take()
    told += evening.type("1 3", "start", "")
    told += evening.wait(10)
    told += evening.type("pause", "play")
    told += evening.wait(20)
    evening.stage.faults.fail(2, reason: "its file is damaged")
    told += evening.output.take()
    told += evening.type("list", "back")
    #expect(told == Self.liveTranscript)
  }

  @Test("on a screen, a list is no longer than the visible rows", arguments: [0, 6, 7, 9, 24])
  func screenful(height: Int) {
    let evening = Evening(.live)
    evening.output.height = height
    let lines = evening.type("find o")
    #expect(lines.filter { $0.contains("]  ") }.count == min(4, max(1, height - 5)))
    #expect(lines.count <= max(6, height))
    #expect(evening.type("all").count <= max(5, height - 1))
  }

  @Test("a command without effect says so")
  func unchanged() {
    let evening = Evening(.plain)
    for line in ["1 2", "move 2 to 1", "none", "repeat on"] { _ = evening.type(line) }
    let order = "Songs play in your own order; 'list picked' shows it."
    #expect(evening.type("volume 100").last == "Volume 100%")
    #expect(evening.type("repeat on").last == "Repeat on")
    #expect(evening.type("none").contains(Evening.nothingPicked))
    _ = evening.type("1 2")
    #expect(evening.type("move 2 to 1").last == order)
  }

  @Test("there is no prompt after the last line")
  func quit() {
    let evening = Evening(.plain)
    #expect(!evening.view.take("status"))
    #expect(evening.view.take("quit"))
    #expect(evening.output.promptCount == 1)
  }

  @Test("the status follows the session, and goes with it")
  func status() {
    let evening = Evening(.live)
    evening.view.begin()
    #expect(evening.output.status == nil)
    _ = evening.type("1 3", "start")
    _ = evening.wait(12)
    var expected = SessionStatus(
      transport: .playing, title: "Opening Bowl", position: .seconds(12), length: .seconds(30),
      peaks: [], place: 1, count: 2,
      left: TimeLeft(known: .seconds(18 + 3725), isMore: false), volume: 100)
    expected.elapsed = .seconds(12)
    #expect(evening.output.status == expected)
    _ = evening.type("back")
    #expect(evening.output.status == nil)
    _ = evening.type("4", "start")
    #expect(evening.output.status?.count == 3)
    #expect(evening.output.status?.left == TimeLeft(known: .seconds(30 + 3725), isMore: true))
  }

  @Test("what another client does while a line waits is its news, not the result of the line")
  func othersMeanwhile() async {
    let evening = Evening(.plain)
    _ = evening.type("all", "start")
    evening.view.announce(.none)
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    evening.stage.controller.reader.readFiles = {
      for await _ in gate { break }
      return ReadFiles(paths: [], skipped: []) { _ in SongViewModel(title: "") }
    }
    await withCheckedContinuation { answered in
      evening.view.take("rescan") { _ in answered.resume() }
      let other = Client()
      _ = evening.stage.controller.submit("pause", from: other)
      #expect(evening.stage.session.state.transport == .paused)
      #expect(evening.output.take() == [])
      key.yield()
    }
    #expect(evening.output.take() == ["4 songs are gone."])
  }

  @Test("a single key prints only what the status does not show")
  func singleKeys() {
    let evening = Evening(.live, width: 60)
    evening.view.begin()
    _ = evening.type("1 3", "start")
    let prompts = evening.output.promptCount
    evening.view.take(key: .action(.toggle))
    evening.view.take(key: .action(.volume(.offset(-5))))
    evening.view.take(key: .action(.seek(.by(.seconds(10)))))
    #expect(evening.output.take() == [])
    #expect(evening.output.promptCount == prompts + 3)
    #expect(evening.output.status?.transport == .paused)
    #expect(evening.output.status?.volume == 95)
    #expect(evening.output.status?.position == .seconds(10))
    evening.view.take(key: .action(.seek(.by(.seconds(30)))))
    #expect(evening.output.take() == [" ‖   3  海の波        Shore      0:00 / 1:02:05"])
  }

  @Test("the current song's waveform is shown when it is known, and no other's")
  func waveform() async {
    let stage = VirtualStage(
      session: MeditationViewModel(
        songs: (1...2).map { SongViewModel(title: "\($0)", length: .seconds(60)) }))
    let output = LineTranscript(.live)
    let view = LineView(controller: stage.controller, output: output) { song in
      [UInt8(song), 255]
    }
    view.begin()
    for line in ["all", "start", "next"] { _ = view.take(line) }
    while output.status?.peaks == [] { await Task.yield() }
    #expect(output.status?.peaks == [1, 255])
    _ = view.take("previous")
    #expect(output.status?.peaks == [])
    while output.status?.peaks == [] { await Task.yield() }
    #expect(output.status?.peaks == [0, 255])
  }

  @Test(
    "news that changes nothing in the session is told in a line",
    arguments: [
      (
        EngineEvent.Kind.noDevice(reason: "none is plugged in"),
        "! No sound device could be opened: none is plugged in. Continuing without sound."
      ),
      (
        .soundMoved(reason: "the headphones are gone"),
        "! The headphones are gone. 'play' goes on."
      ),
      (.stalled, "! No sound: the disk is slow. The song resumes as soon as it can be read."),
      (.measuring(percent: nil), "! No sound yet: the loudness of Opening Bowl is being measured."),
      (
        .mixedDown(from: 6, to: 2),
        "! Song 1, Opening Bowl: the output takes 2 channels, so its 6 are mixed down."
      ),
      (
        .gainRefused(reason: "GAIN of -96.0 dB is out of range and ignored"),
        "! Song 1, Opening Bowl: GAIN of -96.0 dB is out of range and ignored."
      ),
    ])
  func news(kind: EngineEvent.Kind, line: String) {
    let evening = Evening(.plain)
    _ = evening.type("1", "start")
    evening.stage.controller.receive(
      EngineEvent(generation: Generation(jump: 1), position: .seconds(1), kind: kind))
    #expect(evening.output.take() == [line])
  }

  @Test("bells that go on on other speakers are told softly")
  func bellsGoOn() {
    let evening = Evening(.plain)
    _ = evening.type("for 20m, settle 5s, opening 1", "start")
    _ = evening.output.take()
    evening.stage.controller.receive(
      EngineEvent(
        generation: Generation(jump: 1), position: .zero,
        kind: .soundMoved(reason: "the sound has moved to other speakers")))
    #expect(
      evening.output.take() == ["The sound has moved to other speakers. The bells go on."])
  }

  @Test("damage of a song is told once in a session")
  func damage() {
    let evening = Evening(.plain)
    _ = evening.type("1", "start")
    func damage(at position: Duration, lost: Duration) -> [String] {
      evening.stage.controller.receive(
        EngineEvent(
          generation: evening.stage.session.score.generation, position: position,
          kind: .damaged(lost: lost)))
      return evening.output.take()
    }
    let first = damage(at: .seconds(1), lost: .milliseconds(420))
    #expect(first.count == 1)
    #expect(first[0].hasPrefix("! Song 1, "))
    #expect(first[0].hasSuffix(": 0.4 s could not be decoded at 0:01."))
    #expect(damage(at: .seconds(2), lost: .seconds(1)) == [])
    _ = evening.type("back", "start")
    let second = damage(at: .seconds(1), lost: .milliseconds(93))
    #expect(second.last?.hasSuffix(": 0.09 s could not be decoded at 0:01.") == true)
  }

  @Test("the reading progress is shown until the list is complete")
  func reading() {
    let evening = Evening(.live)
    evening.view.begin()
    _ = evening.output.take()
    let progress = ReadingProgress(readCount: 64, foundCount: 65)
    evening.stage.controller.read(
      progress, skipped: [SkippedFile(name: "noise.mp3", reason: "not audio")])
    #expect(evening.output.reading == progress)
    #expect(evening.output.take() == [])
    evening.stage.controller.files.isReading = true
    #expect(
      evening.type("find rain").contains(
        "1 song found so far for 'rain'; 'find' alone shows all again."))
    let late = SongViewModel(title: "Late Rain")
    evening.stage.controller.files.append(songs: [late], paths: ["late.flac"])
    #expect(
      evening.type("all").contains(
        "The list is still being read: that was of 5 songs so far. 'all' picks the others when it "
          + "is complete."))
    evening.stage.controller.finishReading()
    #expect(
      evening.output.take().contains(
        "The list is complete: 5 songs, 2 found for 'rain'; 'all' picks the others."))
    #expect(evening.output.reading == nil)
    #expect(evening.type("skipped").last == "noise.mp3: not audio")
  }

  @Test("help names the keys")
  func help() {
    let evening = Evening(.live)
    #expect(evening.type("help keys") == ["> help keys"] + HelpText.keys(.immediate, width: nil))
    #expect(evening.type("? KEYS").count == HelpText.keys(.immediate, width: nil).count + 1)
    #expect(evening.type("help").last?.contains("help keys") == true)
    #expect(evening.type("help seek").count == 4)
  }

  @Test("only a person fills forms", arguments: [true, false])
  func canFillForms(isInteractive: Bool) {
    let evening = Evening(.plain)
    let output = LineTranscript(.plain)
    output.isInteractive = isInteractive
    let view = LineView(controller: evening.stage.controller, output: output)
    #expect(view.client.isInteractive == isInteractive)
  }
}
