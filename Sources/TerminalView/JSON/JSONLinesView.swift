import CommandLanguage
public import MeditationCore
import Score
public import SessionControl

/// Tells a session to another program, and takes its commands: one JSON object a line.
///
/// `Samples/JSON/events.schema.json` describes each object. A line that comes in is answered by
/// exactly one `done` or `refused`, after all that it caused. Like every view, it decides nothing.
@MainActor public final class JSONLinesView {
  /// The version of the schema; it grows when a client that knew the old one could be misled.
  public static let schemaVersion = 1

  private let controller: SessionController
  private let skipped: [JSONMessage.SkippedFile]
  private let version: String
  private let say: ([UInt8]) -> Void
  private var subscriptions: [Subscription] = []

  /// A view of the session of `controller`, silent until ``begin()``.
  ///
  /// - Parameters:
  ///   - skipped: The files that were left out of the list, with a clause that says why.
  ///   - version: The program's version.
  ///   - say: Takes whole lines in UTF-8, each with its line break. It must not block.
  public init(
    controller: SessionController, skipped: [(name: String, reason: String)], version: String,
    say: @escaping ([UInt8]) -> Void
  ) {
    self.controller = controller
    self.skipped = skipped.map { JSONMessage.SkippedFile(name: $0.name, reason: $0.reason) }
    self.version = version
    self.say = say
  }

  private var session: MeditationViewModel { controller.session }

  /// Says what there is, whatever happened to the session before, and from now on what changes.
  public func begin() {
    tell(
      .hello(
        JSONMessage.Hello(
          schema: Self.schemaVersion, version: version, songs: songs, skipped: skipped,
          status: JSONMessage.Status(session.state))))
    subscriptions = [
      session.observe(\.self) { [weak self] in self?.tellStep(from: $0, to: $1) },
      session.observeSettled { [weak self] in self?.tell($0) },
    ]
  }

  /// Carries out one line, whole or not at all, and answers it.
  ///
  /// - Returns: Whether the line asks the program to end.
  public func take(_ line: String) -> Bool {
    var id: String?
    do {
      let identified = try IdentifiedCommand.split(line)
      id = identified.id
      switch controller.perform(try CommandParser.parse(identified.rest)) {
      case .outcome(.refused(let refusal)):
        tell(refusal, id: id)
        return false
      case .outcome(.changed), .outcome(.unchanged), .outcome(.queued), .outcome(.dropped): break
      case .page(let page): tell(message(for: page))
      case .quit:
        tell(.done(JSONMessage.Done(id: id)))
        return true
      }
      tell(.done(JSONMessage.Done(id: id)))
    } catch {
      tell(.refused(JSONMessage.Refused(id: id, reason: "not-understood", text: "\(error)")))
    }
    return false
  }

  /// Tells a refusal: the answer to the line with this id, or to no line, as in a script.
  public func tell(_ refusal: Refusal, id: String? = nil) {
    tell(.refused(JSONMessage.Refused(id: id, reason: refusal.word.rawValue, text: "\(refusal)")))
  }

  /// Says the last line: the program is about to end with the exit code `code`. A session that is
  /// broken off by this is summed up first.
  public func end(code: Int32) {
    subscriptions = []
    if session.phase == .listening { tell(.summary(JSONMessage.Summary(session.state.summary))) }
    tell(.bye(JSONMessage.Bye(code: code)))
  }

  private var songs: [JSONMessage.Song] { session.songs.map(JSONMessage.Song.init) }

  /// The songs of `listing`; a screenful is for eyes, and stands for all.
  private func songs(of listing: SongListing) -> [JSONMessage.Song] {
    switch (listing.scope, listing.words) {
    case (.screenful, nil): songs
    case (.screenful, _?): rows(controller.visibleSongs)
    case (.numbers, _), (.picked, _), (.all, _), (.found, _): rows(listing.songs)
    }
  }

  private func rows(_ songs: [Int]) -> [JSONMessage.Song] {
    songs.map { JSONMessage.Song(session.songs[$0]) }
  }

  private func message(for page: Reply.Page) -> JSONMessage {
    switch page {
    case .list(let listing):
      .list(JSONMessage.List(songs: songs(of: listing)))
    case .status: .status(JSONMessage.Status(session.state))
    case .skipped: .skipped(JSONMessage.Skipped(files: skipped))
    case .volume: .volume(JSONMessage.Volume(percent: session.volume))
    case .repeating: .status(JSONMessage.Status(session.state))
    case .help(let name): .help(JSONMessage.Help(on: name))
    }
  }

  /// A jump is told with all else that its settlement changed; plain playing settles nothing.
  private func tellStep(from old: SessionState, to new: SessionState) {
    guard old.score.generation == new.score.generation, let song = new.current,
      old.position.components.seconds != new.position.components.seconds
    else { return }
    tell(.position(JSONMessage.Position(song: song, at: new.position, jump: false)))
  }

  private func tell(_ settlement: Settlement) {
    var text = JSONText()
    text.add(settlement)
    // Songs have other numbers now.
    if settlement.before.arrangement.sort != settlement.after.arrangement.sort {
      text.add(.list(JSONMessage.List(songs: songs)))
    }
    if !text.bytes.isEmpty { say(text.bytes) }
  }

  private func tell(_ message: JSONMessage) {
    var text = JSONText()
    text.add(message)
    say(text.bytes)
  }
}
