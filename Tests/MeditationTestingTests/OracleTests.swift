import MeditationCore
import Testing

/// The published rules of the player on which the design is based, as a separate table: four songs,
/// the actions, and the resulting mode of each song. Rules that the design corrects (nothing
/// picked, "previous" on the first song) are left out.
private struct Rule: CustomTestStringConvertible, Sendable {
  let says: String
  let actions: [Action]
  let modes: [SongMode]
  let phase: Phase
  var testDescription: String { says }

  init(_ says: String, _ actions: [Action], _ modes: [SongMode], _ phase: Phase) {
    self.says = says
    self.actions = actions
    self.modes = modes
    self.phase = phase
  }
}

private let unselected = SongMode.picking(.unselected)
private let selected = SongMode.picking(.selected)
private let playable = SongMode.listening(.playable)
private let playing = SongMode.listening(.playing)
private let hidden = SongMode.listening(.hidden)

private let rules: [Rule] = [
  Rule(
    "all songs begin unselected", [],
    [unselected, unselected, unselected, unselected], .picking),
  Rule(
    "picking a song selects it", [.select(1)],
    [unselected, selected, unselected, unselected], .picking),
  Rule(
    "picking it again unselects it", [.select(1), .select(1)],
    [unselected, unselected, unselected, unselected], .picking),
  Rule(
    "songs are picked each for itself", [.select(3), .select(1)],
    [unselected, selected, unselected, selected], .picking),
  Rule(
    "start plays the first picked song, whichever was picked first; the other picked ones are "
      + "playable, the rest is hidden", [.select(3), .select(1), .start],
    [hidden, playing, hidden, playable], .listening),
  Rule(
    "next plays the next picked song", [.select(1), .select(3), .start, .next],
    [hidden, playable, hidden, playing], .listening),
  Rule(
    "next skips what was not picked", [.select(0), .select(3), .start, .next],
    [playable, hidden, hidden, playing], .listening),
  Rule(
    "previous plays the song before", [.select(1), .select(3), .start, .next, .previous],
    [hidden, playing, hidden, playable], .listening),
  Rule(
    "a playable song that is selected plays, and the one before is playable",
    [.select(0), .select(1), .select(3), .start, .select(3)],
    [playable, playable, hidden, playing], .listening),
  Rule(
    "after the last song the session is finished: none plays",
    [.select(1), .select(3), .start, .next, .next],
    [hidden, playable, hidden, playable], .finished),
  Rule(
    "back restores what was picked", [.select(1), .select(3), .start, .next, .back],
    [unselected, selected, unselected, selected], .picking),
  Rule(
    "back restores it after the end, too", [.select(2), .start, .next, .back],
    [unselected, unselected, selected, unselected], .picking),
]

@Suite("The rules of the design's origin") @MainActor struct OracleTests {
  @Test("hold here, too", arguments: rules)
  private func rule(_ rule: Rule) {
    let session = MeditationViewModel(
      songs: (1...4).map { SongViewModel(title: "Song \($0)", length: .seconds(100)) })
    for action in rule.actions { session.perform(action) }
    #expect(session.modes == rule.modes)
    #expect(session.phase == rule.phase)
  }
}
