import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// Reports a session to another program, and performs its commands: one JSON object on each line.
///
/// `Samples/JSON/events.schema.json` describes the objects. Each input line is answered by exactly
/// one `done` or `refused`, after all events that it caused. Like every view, it decides nothing.
@MainActor package final class JSONLinesView {
  /// The version of the schema. Increase it for any change that could break existing clients.
  package static let schemaVersion = 1

  private let controller: SessionController
  private let client: Client
  private let version: String
  private let write: ([UInt8]) -> Void
  private var subscription: Subscription?

  /// - Parameter write: Called with complete lines in UTF-8, including line breaks. Must not block.
  package init(
    controller: SessionController, version: String, quitsProgram: Bool = true,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.controller = controller
    client = Client(quitsProgram: quitsProgram)
    self.version = version
    self.write = write
  }

  private var session: MeditationViewModel { controller.session }

  /// Writes `hello` with the current state, then reports every change.
  package func begin() {
    send(
      JSONMessage(
        "hello",
        [
          "schema": Self.schemaVersion, "skipped": skipped, "songs": songs,
          "status": JSONMessage.status(of: session), "version": version,
        ]))
    reportChanges()
  }

  /// Reports every change from now on, without the present state.
  func reportChanges() {
    subscription = controller.observe { [weak self] in self?.receive($0) }
  }

  /// Performs one line, completely or not at all, and answers it.
  ///
  /// - Parameter done: Called after the answer: before this returns, unless the reply waits for the
  ///   disk. `nil` if the line is not understood. The next line must wait for it.
  package func take(_ line: String, done: @escaping (Reply?) -> Void) {
    let identified: IdentifiedCommand
    do throws(LineError) {
      identified = try IdentifiedCommand.split(line)
    } catch {
      answer(.notUnderstood(error), to: nil)
      return done(nil)
    }
    let finish: (Reply) -> Void = { [weak self] reply in
      self?.answer(reply, to: identified.id)
      done(reply)
    }
    switch controller.submit(String(identified.rest), from: client) {
    case .pending(let pending): pending.whenReady(finish)
    case let reply: finish(reply)
    }
  }

  func answer(_ reply: Reply, to id: String?) {
    if case .page(let page) = reply { send(message(for: page)) }
    send(JSONMessage.answer(reply, to: id))
  }

  /// Reports a refusal that does not answer an input line, such as one in a script.
  package func print(_ refusal: CommandRefusal) { answer(.refused(refusal), to: nil) }

  /// Writes the last line: the program exits with `code`. Before it comes the summary of a session.
  package func end(code: Int32) {
    subscription = nil
    if session.phase == .listening {
      send(JSONMessage.summary(of: session.state, end: .left))
    }
    send(JSONMessage.bye(code: code))
  }

  private var skipped: [SkippedFile] { controller.files.skipped.filter { !$0.isNote } }

  private var songs: [JSONMessage.Song] { rows(Array(session.songs.indices)) }

  /// The songs of `listing`; all songs for a screenful, which is only for people.
  private func songs(of listing: SongListing) -> [JSONMessage.Song] {
    switch (listing.scope, listing.words) {
    case (.screenful, nil): songs
    case (.screenful, _?): rows(controller.visibleSongs(for: client))
    case (.numbers, _), (.picked, _), (.all, _), (.found, _): rows(listing.songs)
    }
  }

  private func rows(_ songs: [Int]) -> [JSONMessage.Song] {
    songs.map {
      JSONMessage.Song(
        session.songs[$0], path: controller.files.file(of: $0),
        gain: controller.loudness.gain(of: $0))
    }
  }

  private func message(for page: Reply.Page) -> JSONMessage {
    switch page {
    case .songs: .list(songs)
    case .list(let listing): .list(songs(of: listing))
    case .info(let info): .info(info)
    case .skipped: JSONMessage("skipped", ["files": skipped])
    case .volume: .volume(session.volume)
    case .level: .level(of: session.state)
    // For programs, lists have no pages, and there are no clocks and forms.
    case .status, .repeating, .left, .clock, .more, .form: .status(of: session)
    case .plan, .clause: .plan(of: session)
    case .home(let page): .home(page)
    case .journal(let page): .journal(page)
    case .totals(let page): .totals(page)
    case .sets(let page): .sets(page)
    case .set(let form): .set(form)
    case .settings(let settings): JSONMessage("settings", ["settings": settings])
    case .help(let name): .help(on: name)
    }
  }

  /// Reports the position each second, and a beginning song's gain; jumps come with their changes.
  private func send(step change: SessionChange) {
    let (old, new) = (change.before, change.after)
    if let gain = new.gain, old.gain != gain { send(JSONMessage.level(of: new)) }
    guard old.score.generation == new.score.generation, let song = new.current,
      old.position.components.seconds != new.position.components.seconds
    else { return }
    send(JSONMessage.position(new.position, of: song, isJump: false))
  }

  func receive(_ news: SessionNews) {
    switch news {
    case .settled(let change):
      send(step: change)
      send(change)
    case .step(let change): send(step: change)
    // A program only sees the complete list.
    case .selecting, .reading: break
    case .practice(let news): send(JSONMessage.practice(news))
    }
  }

  private func send(_ change: SessionChange) {
    var text = JSONText()
    text.add(change)
    if case .length(let id, _) = change.cause, change.outcome == .changed,
      let song = session.song(id: id), let length = song.length
    {
      text.add(JSONMessage("length", ["length": length, "song": song.index + 1]))
    }
    let (before, after) = (change.before.arrangement, change.after.arrangement)
    if before.playing != after.playing
      || (before.revision != after.revision && before.sort == after.sort)
    {
      text.add(JSONMessage.order(after, of: session.playOrder))
    }
    // Sorting renumbers the songs, even by the same key if some were appended. A set can add songs.
    var isSorted = before.sort != after.sort
    if case .action(.sort) = change.cause { isSorted = isSorted || before != after }
    if isSorted || change.before.songCount != change.after.songCount {
      text.add(JSONMessage.list(songs))
    }
    if !text.bytes.isEmpty { write(text.bytes) }
  }

  private func send(_ message: JSONMessage) { write(message.bytes) }
}

extension JSONText {
  /// Adds the messages of one batch: first its cause, a fault or a cue; then the songs, in the
  /// order of their changes; then the session.
  fileprivate mutating func add(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    if let fault = JSONMessage.fault(change) { add(fault) }
    if let cue = change.cue { add(JSONMessage.cue(cue, in: after.plan)) }
    makeRoom(for: change.changes.count)
    for change in change.changes {
      object(change, type: "mode")
      endLine()
    }
    if before.phase != after.phase {
      add(JSONMessage.phase(from: before.phase, to: after.phase))
    }
    if let transport = JSONMessage.transport(change) { add(transport) }
    if change.movesTime { add(JSONMessage.jump(to: after)) }
    let (old, new) = (before.score.generation, after.score.generation)
    if old != new, let song = after.current {
      // Playback jumped to this position, or crossed into this song.
      let isJump = old.jump != new.jump
      add(JSONMessage.position(after.position, of: song, isJump: isJump))
    }
    for message in JSONMessage.settings(change) { add(message) }
    if before.plan != after.plan { add(JSONMessage.plan(after.plan)) }
    if before.phase != .finished, after.phase == .finished {
      add(JSONMessage.summary(of: after, end: after.end))
    }
  }
}
