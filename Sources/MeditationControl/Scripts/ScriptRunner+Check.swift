import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

extension ScriptRunner {
  /// Describes the failure; `nil` if the expectation is met.
  func failure(of expectation: Expectation) -> String? {
    switch expectation {
    case .fact(let name, let word):
      SessionFact.named(name).flatMap { compare(name, expected: word, is: $0.word(session)) }
    case .number(let subject, let expected): number(subject, expected)
    case .time(.position, let time): self.time("position", time, is: session.position)
    case .time(.elapsed, let time): self.time("elapsed", time, is: session.state.elapsed)
    case .time(.left, let time): left(time)
    case .order(let ranges): order(ranges)
    case .songs(let selection, let state): songs(selection, state)
    case .refusal(let word): refusal(word)
    }
  }

  private func number(_ subject: Expectation.Number, _ expected: Int) -> String? {
    switch subject {
    case .volume: compare("volume", expected: "\(expected)", is: "\(session.volume)")
    case .picked: count("picked song", expected, is: session.state.picked.count)
    case .heard: count("heard song", expected, is: session.state.summary.heardCount)
    case .found: count("found song", expected, is: controller.visibleSongs(for: client).count)
    case .bells: count("bell", expected, is: session.state.summary.bellCount)
    case .part:
      compare(
        "part", expected: "\(expected)",
        is: "\(session.state.plan.part(at: session.state.elapsed) + 1)")
    }
  }

  private func count(_ what: String, _ expected: Int, is actual: Int) -> String? {
    guard expected != actual else { return nil }
    let verb = actual == 1 ? "is" : "are"
    return "expected \(counted(expected, what)), but there \(verb) \(actual)"
  }

  private func compare(_ what: String, expected: String, is actual: String) -> String? {
    expected == actual ? nil : "expected \(what) \(expected), but it is \(actual)"
  }

  private func time(_ what: String, _ time: Duration, is actual: Duration) -> String? {
    let difference = actual - time
    guard difference > positionTolerance || difference < .zero - positionTolerance else {
      return nil
    }
    return "expected \(what) \(TimeText.exact(time)), but it is \(TimeText.exact(actual))"
  }

  private func left(_ time: Duration) -> String? {
    guard let left = session.timeLeft else {
      return "expected left \(TimeText.exact(time)), but it is not known when the session ends"
    }
    return self.time("left", time, is: left)
  }

  private func refusal(_ word: String) -> String? {
    switch lastRefusal {
    case .some(let refusal?): compare("refusal", expected: word, is: refusal.word)
    case .some(nil): "expected refusal \(word), but the previous command was not refused"
    case nil: "expected refusal \(word), but there is no previous command"
    }
  }

  private func order(_ ranges: [NumberRange]) -> String? {
    do throws(CommandRefusal) {
      let indices = try SongResolver.indices(of: ranges, count: session.songs.count)
      let text = { (songs: [Int]) in songs.map { "\($0 + 1)" }.joined(separator: " ") }
      return compare("order", expected: text(indices), is: text(session.playOrder))
    } catch {
      return error.text
    }
  }

  private func songs(_ selection: SongSelection, _ state: ExpectedSong) -> String? {
    do throws(CommandRefusal) {
      let indices = try SongResolver.indices(
        of: selection, count: session.songs.count, found: controller.visibleSongs(for: client))
      guard let wrong = indices.first(where: { !holds(state, of: session.songs[$0]) }) else {
        return nil
      }
      return "expected song \(wrong + 1) to be \(state.rawValue), but it is "
        + "\(session.songs[wrong].mode)" + whoPlays(besides: wrong)
    } catch {
      return error.text
    }
  }

  private func holds(_ state: ExpectedSong, of song: SongViewModel) -> Bool {
    state == .failed ? song.failure != nil : "\(song.mode)" == state.rawValue
  }

  private func whoPlays(besides song: Int) -> String {
    guard let current = session.state.current, current != song else { return "" }
    return " (song \(current + 1) is playing)"
  }
}
