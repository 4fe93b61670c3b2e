import CommandLanguage
import MeditationCore
import Platform
import Playback
import Practice
import Score
import Text

/// Picks the songs of a set, and starts it.
extension PracticeDesk {
  /// Picks the songs of a set, and takes its plan.
  func load(
    _ reference: SetReference, for client: Client
  ) async throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.goBackFirst) }
    leavesEditor(of: try readable(reference).name)
    let set = try readable(reference)
    try await load(set)
    client.screen = .songs
    controller.tell(.loaded(summary(of: set)))
    guard !session.playOrder.isEmpty else {
      return .outcome(.changed, of: .practice(.load(reference)), among: nil)
    }
    return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
  }

  /// Loads `set`, and then changes its plan by `changes`, for this session alone.
  public func load(
    _ set: SongSet, changing changes: [PlanStep] = []
  ) async throws(PracticeRefusal) {
    var plan: [PlanChange]
    do throws(PracticeRefusal) {
      plan = try SetPlan.changes(set.plan, seed: controller.drawSeed())
    } catch {
      throw .plan("The plan of '\(set.name.text)' is not valid: \(error.text)")
    }
    plan += changes.map { $0.change(drawingSeed: controller.drawSeed) }
    let (count, before) = (session.changeCount, loaded)
    _ = try await load(set.songs, plan: plan, of: set.name.text)
    noteLoaded(set.name)
    guard session.changeCount == count else { return }
    // It was picked already. Without a step of its own, 'undo' would take back what was before it,
    // such as saving the set.
    let after = loaded
    canUndo(isOfPicks: true) { [unowned self] in
      loaded = before
      return .unloaded(set.name)
    } redo: { [unowned self] in
      loaded = after
      return .loaded(summary(of: set))
    }
  }

  /// Notes that what is picked now is the set `name`.
  func noteLoaded(_ name: SetName) {
    loaded = (name, session.playOrder.map { session.songs[$0].id }, session.state.plan)
  }

  /// Picks `songs`, in their order, and takes the plan that `changes` make of an empty one. Waits
  /// while songs that are not in the list are read; ends what is edited by then.
  ///
  /// - Returns: The place of each song among those that can be played; `nil` if it cannot.
  func load(
    _ songs: [SetSong], plan changes: [PlanChange], of name: String
  ) async throws(PracticeRefusal) -> [Int?] {
    let paths = songs.map(\.path)
    for path in paths {
      guard let reason = services.obstacle(PathName.path(path)) else { continue }
      throw .set(.file(name, reason: "\(shown(path)): \(reason)"))
    }
    let indices = await controller.indices(ofSongsAt: paths)
    let missing = zip(paths, indices).filter { $0.1 == nil }.map(\.0)
    let found = indices.compactMap { $0 }
    if found.isEmpty, let first = missing.first { throw .songsMissing(shown(first)) }
    let changes = readable(changes, of: name)
    leaveEditor()
    // Changes of a plan can only be refused for their limits.
    if case .refused(let refusal) = session.perform(.load(found, plan: changes)) {
      throw .plan(refusal.text)
    }
    let present = Set(paths).subtracting(missing)
    self.missing = (MissingSongs(of: songs, present: present), loadedBy: session.latestChange)
    if !missing.isEmpty {
      controller.tell(.missing(missing.map(shown), of: name))
    }
    var place = 0
    return indices.map { index in
      guard index != nil else { return nil }
      defer { place += 1 }
      return place
    }
  }

  /// `changes`, whose bell has been read; without one that cannot be read, which is told.
  private func readable(_ changes: [PlanChange], of name: String) -> [PlanChange] {
    changes.compactMap { change in
      do throws(DecodingError) {
        return try controller.resolved(change)
      } catch {
        let refusal = Refusal.bellUnreadable(reason: error.reason)
        controller.tell(.bellMissing(refusal.description, of: name))
        return nil
      }
    }
  }

  private func shown(_ path: [UInt8]) -> String {
    CleanText.clean(String(decoding: path, as: UTF8.self))
  }

  /// Starts a sit.
  func sit(_ target: SitTarget) async throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.alreadyListening) }
    let target = try meant(by: target)
    switch target {
    case .current: break
    case .set(let reference):
      leavesEditor(of: try readable(reference).name)
      let set = try readable(reference)
      try await load(set)
      guard !session.playOrder.isEmpty || session.state.plan.outlastsSongs else {
        throw .emptySet(set.name.text)
      }
    case .length(let length):
      leaveEditor()
      var changes: [PlanChange] = [.length(.time(length))]
      if session.state.plan.isOfSongsAlone { changes = usualPlan + changes }
      let outcome = session.perform(.plan(changes))
      if case .refused(let refusal) = outcome { return .refused(refusal) }
    }
    return controller.outcome(session.perform(.start), of: .practice(.sit(target)))
  }

  /// The usual plan: that of the setting `plan`, or the built-in one.
  private var usualPlan: [PlanChange] {
    let setting = services.settings?.settings.first { $0.name == "plan" }?.value ?? ""
    let line = setting.isEmpty ? UsualPlan.line : setting
    return (try? SetPlan.changes(line, seed: controller.drawSeed())) ?? []
  }

  /// `target`, where a number that is no row of the sets is minutes.
  private func meant(by target: SitTarget) throws(PracticeRefusal) -> SitTarget {
    guard case .set(.number(let number)) = target, number > 0 else { return target }
    do throws(PracticeRefusal) {
      _ = try stored(.number(number))
      return target
    } catch .noSuchRow {
      // Longer than any session, it is refused as a length.
      return .length(min(.seconds(60) * min(number, 100_000), TimeText.limit))
    } catch .noSets {
      return .length(min(.seconds(60) * min(number, 100_000), TimeText.limit))
    } catch {
      throw error
    }
  }
}
