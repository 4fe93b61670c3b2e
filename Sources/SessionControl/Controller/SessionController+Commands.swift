public import CommandLanguage
import MeditationCore
import Playback
import Score
import Text

extension SessionController {
  /// Performs `command` for `client`. Every client receives its notices before this returns.
  public func perform(_ command: Command, from client: Client) -> Reply {
    if session.phase == .listening { touch() }
    if let reply = fromHome(command, client) { return reply }
    return switch command {
    case .action(.undo): practice?.undo() ?? outcome(session.perform(.undo), of: command)
    case .action(.redo): practice?.redo() ?? outcome(session.perform(.redo), of: command)
    case .action(.back): back(for: client)
    case .action(let action): outcome(session.perform(action), of: command)
    case .numbers(let ranges): select(.numbers(ranges), command, client, numbersAlone)
    case .pick(let songs): select(songs, command, client) { .pick($0) }
    case .pickNext(let songs): select(songs, command, client) { .pickNext($0) }
    case .unpick(.rest) where session.phase == .picking: .refused(.nothingPlaying)
    case .unpick(let songs): select(songs, command, client) { .unpick($0) }
    case .move(let songs, let place):
      select(songs, command, client) { .move($0, to: place) }
    case .invert: select(.all, command, client) { .invert($0) }
    case .find(let words): find(words, for: client)
    case .rescan: rescan()
    case .shuffle: outcome(session.perform(.shuffle(seed: drawSeed())), of: command)
    case .plan(let steps): change(by: steps, command)
    case .practice(let command): practice?.perform(command, for: client) ?? .declined(.noPractice)
    case .show(.list(let scope)): listing(of: scope, for: client)
    case .show(.info(let number)): info(on: number)
    case .show(.status): .page(.status)
    case .show(.skipped): .page(.skipped)
    case .show(.volume): .page(.volume)
    case .show(.level): .page(.level)
    case .show(.repeating): .page(.repeating)
    case .show(.plan): .page(.plan)
    case .show(.left): session.phase == .listening ? .page(.left) : .refused(.nothingPlaying)
    case .show(.more): client.hasPages ? .page(.more) : .refused(.nothingMore)
    case .show(.help(let name)): .page(.help(name))
    case .quit: .quit
    }
  }

  func outcome(_ outcome: Outcome, of command: Command, among words: String? = nil) -> Reply {
    switch outcome {
    case .refused(let refusal): .refused(refusal)
    case .changed, .unchanged, .queued, .dropped: .outcome(outcome, of: command, among: words)
    }
  }

  /// Changes the plan by all of `steps`, or not at all. Blocks while it reads the file of a bell.
  private func change(by steps: [PlanStep], _ command: Command) -> Reply {
    var changes: [PlanChange] = []
    for step in steps {
      do throws(DecodingError) {
        let change = try resolved(step.change(drawingSeed: drawSeed))
        if let song = pickedSong(servingAs: change) { return .declined(.bellIsPicked(song + 1)) }
        changes.append(change)
      } catch {
        return .refused(.bellUnreadable(reason: error.reason))
      }
    }
    let reply = outcome(session.perform(.plan(changes)), of: command)
    if case .outcome = reply { preview(changes) }
    return reply
  }

  /// Strikes the bell that was chosen, unless a session plays.
  private func preview(_ changes: [PlanChange]) {
    let isChosen = changes.contains { if case .bell = $0 { true } else { false } }
    guard isChosen, session.phase != .listening else { return }
    engine.preview(session.state.plan.bell)
  }

  /// `change` with the path of its file, which has been read, if it has one.
  func resolved(_ change: PlanChange) throws(DecodingError) -> PlanChange {
    guard case .bell(.file(let name)) = change else { return change }
    let path = baseFolders.path(of: name)
    // Plans are shown on terminals and written as lines.
    guard Echo.cleaned(path.unicodeScalars) == path else {
      throw DecodingError("its path contains control characters")
    }
    do throws(DecodingError) {
      if try engine.load(bell: path).isCut {
        cutBells.insert(path)
        tell(.bellCut(Echo(name).text))
      } else {
        cutBells.remove(path)
      }
    } catch {
      throw DecodingError("\(Echo(name).text): \(error.reason)")
    }
    return .bell(.file(path))
  }

  /// A single number selects a song; several numbers toggle picks.
  private func numbersAlone(_ songs: [Int]) -> Action {
    songs.count == 1 ? .select(songs[0]) : .invert(songs)
  }

  /// Performs `action` on the songs of `selection`, after naming them to all observers.
  private func select(
    _ selection: SongSelection, _ command: Command, _ client: Client,
    _ action: ([Int]) -> Action
  ) -> Reply {
    let found = found(by: client)
    switch SongResolver.indices(
      of: selection, count: session.songs.count, found: found?.indices,
      rest: session.songsToCome)
    {
    case .success(var songs):
      // What is the bell cannot be music, too.
      if let bell = freeBellSong, songs.contains(bell) {
        if case .numbers(let ranges) = selection, ranges.contains(where: { $0.names(bell + 1) }) {
          return .declined(.songIsBell(bell + 1))
        }
        songs.removeAll { $0 == bell }
      }
      announce(songs)
      let isNarrowed = selection == .all ? found?.words : nil
      return outcome(session.perform(action(songs)), of: command, among: isNarrowed)
    case .failure(let refusal): return .refused(refusal)
    }
  }
}

extension NumberRange {
  /// Whether the user wrote this number, as an end of the range.
  fileprivate func names(_ number: Int) -> Bool { first == number || last == number }
}
