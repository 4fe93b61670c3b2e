import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText
import Testing

@testable import MeditationLines

/// The plain lines, read from top to bottom, give the same information as the live rendering.
@Suite("What the status shows, plain lines have told") @MainActor struct ReadAloudTests {
  private enum Step {
    case type(String)
    case wait(Int)
    case fail(SongID)
    case loseDevice
    case restoreDevice
  }

  private static let story: [Step] = [
    .type("volume 70"), .type("all"), .type("start"), .wait(5), .type("pause"), .type("status"),
    .type("play"), .wait(25), .type("seek 1:00"), .type("volume -20"), .type("seek +10"),
    .type("next"), .type("volume -20"), .fail(2), .type("previous"), .wait(7), .type("repeat on"),
    .loseDevice, .type("volume 60"), .type("status"), .restoreDevice, .type("1"), .wait(31),
    .type("list"), .type("move 4 to 3"), .type("back"), .type("none"), .type("2 4"),
    .type("start"), .wait(170), .type("pause"), .type("finish"),
  ]

  @Test("in a story of songs, faults and other sessions") func wholeStory() {
    let (live, plain) = (Evening(.live), Evening(.plain))
    var told: [String] = []
    for step in Self.story {
      _ = take(step, live)
      let new = take(step, plain)
      told += new
      guard let status = live.output.status else { continue }
      let song = last(/^\d+ (playing|paused): (.*?)(?: by |, )/, in: told)
      let transport = last(Self.transport, in: told)?.1
      let isPaused = ["paused", "Paused", "gone"].contains(transport)
      #expect(isPaused == (status.transport == .paused), "\(step)")
      #expect(song?.2 ?? "" == status.title, "\(step)")
      #expect(last(/song (\d+) of (\d+)/, in: told)?.0 ?? "" == status.placement, "\(step)")
      #expect(last(/[Vv]olume (\d+)%/, in: told)?.1 == "\(status.volume)", "\(step)")
      let isGone = last(/sound device is (gone|back)/, in: told)?.1 == "gone"
      #expect(isGone == status.isWithoutDevice, "\(step)")
      // Where the song is told anew, so is how far it has played, and what is left; while one
      // waits, both have gone on since.
      if case .wait = step { continue }
      if let line = new.last(where: { $0.contains(status.placement) }) {
        #expect(line.contains(status.progress()), "\(step): \(line)")
        #expect(line.contains(status.left.words()), "\(step): \(line)")
      }
    }
    #expect(told.contains { $0.hasPrefix("! Song 3, 海の波, failed at ") })
    #expect(told.last == "Session finished: 1 song heard, 2:50 listened")
  }

  @Test("times are clock times or words, as the setting says, and never both")
  func times() throws {
    func told(_ times: Wording.Times) -> [String] {
      let evening = Evening(.plain)
      evening.stage.controller.times = times
      var told = evening.type(
        "1 2", "for 20m, settle 10s, opening 2, bells every 5m, closing 3, fade 5s, breath 4-7-8",
        "plan", "start")
      told += evening.wait(5) + evening.type("status", "left", "pause", "play")
      told += evening.wait(36) + evening.type("status", "list", "seek 1:00", "for +5m")
      evening.stage.faults.fail(1, reason: "its file is damaged")
      told += evening.output.take() + evening.type("status", "plan") + evening.wait(300)
      told += evening.type("pause", "play", "for open", "left", "finish", "back", "status")
      // The lines that were typed, and the notation of plans, are as they were typed.
      return told.filter { !$0.hasPrefix("> ") && !$0.hasPrefix("Plan: ") }
    }
    for line in told(.clock) {
      #expect(!line.contains(/\d (s|min|h|seconds?|minutes?|hours?)\b/), "\(line)")
    }
    let words = told(.words)
    for line in words { #expect(!line.contains(/\d:\d\d/), "\(line)") }
    #expect(words[3...5] == ["Session 20 minutes", "Settling 10 seconds", "Opening 2 strokes"])
    #expect(
      words.contains(
        "playing: settling, 5 seconds to go, 20 minutes 5 seconds left in the session, "
          + "bell in 5 seconds, volume 100%"))
    #expect(words.contains("20 minutes 5 seconds left"))
    #expect(words.contains("Paused while settling, 5 seconds to go."))
    #expect(words.contains("Bell 1 at 5 minutes."))
  }

  /// Finds the word about the transport in a line. A lost device pauses; a restored one resumes.
  private static var transport: Regex<(Substring, Substring)> {
    /^(?:\d+ |.*sound device is )?(playing|paused|Paused|Playing|Resumed|At|gone|back)\b/
  }

  private func take(_ step: Step, _ evening: Evening) -> [String] {
    switch step {
    case .type(let line): return evening.type(line)
    case .wait(let seconds): return evening.wait(seconds)
    case .fail(let song): evening.stage.faults.fail(song, reason: "its file is damaged")
    case .loseDevice: evening.stage.faults.loseDevice(reason: "unplugged")
    case .restoreDevice: evening.stage.faults.restoreDevice()
    }
    return evening.output.take()
  }

  private func last<Output>(_ pattern: Regex<Output>, in lines: [String]) -> Output? {
    lines.lazy.reversed().compactMap { $0.firstMatch(of: pattern)?.output }.first
  }
}
