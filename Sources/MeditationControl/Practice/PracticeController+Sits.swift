import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// The plan of a sit that was given only a length.
package enum UsualPlan {
  package static let stored = StoredPlan("settle 10s, opening 1, closing 3, fade 5s")
}

/// Starts sits: of a set, of a length, of the last session again, and of an unfinished one.
extension PracticeController {
  func sit(_ target: SitTarget) async throws(CommandRefusal) -> Reply {
    guard session.phase != .listening else { throw .session(.alreadyListening) }
    let target = try meant(by: target)
    switch target {
    case .current: break
    case .set(let reference):
      sets.leavesEditor(of: try sets.readable(reference).name)
      let set = try sets.readable(reference)
      try await sets.load(set)
      guard !session.playOrder.isEmpty || session.state.plan.outlastsSongs else {
        throw .emptySet(set.name.text)
      }
    case .length(let length): try plan(.length(.time(length)))
    case .until(let time): try plan(.until(time))
    }
    if speaker.isAwaited(by: .start) { await speaker.finish() }
    return Reply(clocked.start(), of: .practice(.sit(target)))
  }

  /// Plans a sit of this length, by the usual plan if there is none.
  private func plan(_ length: PlanChange) throws(CommandRefusal) {
    let usual = session.state.plan.isOfSongsAlone ? try usualPlan() : []
    // A length never overwrites that of a part.
    if let plan = usual.isEmpty ? session.state.plan : try? Plan(usual), plan.parts.count > 1 {
      let parts = plan.end.map { "last \($0.text(.screen))" } ?? "have lengths of their own"
      throw .plan("The parts of the plan \(parts): type 'sit' alone, or 'plan off' first.")
    }
    sets.leaveEditor()
    let outcome = session.perform(.plan(usual + [length]))
    if case .refused(let refusal) = outcome { throw .session(refusal) }
  }

  /// The usual plan: that of the setting `plan`, or the built-in one.
  private func usualPlan() throws(CommandRefusal) -> [PlanChange] {
    let setting = services.settings?.settings.first { $0.name == "plan" }?.value ?? ""
    let plan = setting.isEmpty ? UsualPlan.stored : StoredPlan(setting)
    return try plan.steps {
      .setting("The setting 'plan' is not valid: \($0)")
    }.changes(seed: seeds.draw())
  }

  /// `target`, where a number that is no row of the sets is minutes.
  private func meant(by target: SitTarget) throws(CommandRefusal) -> SitTarget {
    guard case .set(.number(let number)) = target, number > 0 else { return target }
    do throws(CommandRefusal) {
      _ = try sets.stored(.number(number))
      return target
    } catch .noSuchRow, .noSets {
      // More than any session may last, so it is refused as a length.
      return .length(min(.seconds(60) * min(number, 100_000), TimeText.limit))
    } catch {
      throw error
    }
  }

  // MARK: - Sessions of the past

  func again() async throws(CommandRefusal) -> Reply {
    guard session.phase != .listening else { throw .session(.alreadyListening) }
    guard let latest = try await journal.repeatableSit() else { throw .nothingToRepeat }
    _ = try await load(latest)
    if speaker.isAwaited(by: .start) { await speaker.finish() }
    return Reply(clocked.start(), of: .practice(.again))
  }

  func resume() async throws(CommandRefusal) -> Reply {
    guard session.phase != .listening else {
      return Reply(session.perform(.play), of: .action(.play))
    }
    let sit = try await journal.resumableSit()
    try await journal.claim(sit)
    do throws(CommandRefusal) {
      // After a fade, for as long again.
      let again = sit.fade.flatMap { _ in sit.planned.map { sit.resumePoint.elapsed + $0 } }
      let point = Self.resumption(
        of: sit,
        among: try await load(sit, changing: again.map { [PlanChange.length(.time($0))] } ?? []))
      await speaker.finish()
      let outcome = current.resume(sit, at: point)
      switch outcome {
      case .refused(.nothingPicked), .refused(.noSongs), .refused(.planPassed):
        throw .nothingToResume(.over)
      case .refused: journal.restore(sit)
      case .changed, .unchanged, .queued, .dropped: break
      }
      return Reply(outcome, of: .practice(.resume))
    } catch {
      journal.restore(sit)
      throw error
    }
  }

  /// Where `sit` resumes, with its songs at these places now. A missing song is skipped.
  private static func resumption(of sit: Sit, among places: [Int?]) -> Action.Resumption {
    let point = sit.resumePoint
    var resumption = Action.Resumption(place: nil, elapsed: point.elapsed)
    if sit.marks.contains(.jumped) || sit.fade != nil {
      resumption.jumped = point.elapsed - sit.sat
    }
    guard let place = point.place, places.indices.contains(place) else { return resumption }
    if let same = places[place] {
      (resumption.place, resumption.position) = (same, point.position)
    } else {
      resumption.place = places[place...].compactMap(\.self).first
    }
    return resumption
  }

  /// Loads the songs, the plan with `others`, and the volume of `sit`.
  ///
  /// - Returns: The place of each song among those that can be played; `nil` if it cannot.
  private func load(
    _ sit: Sit, changing others: [PlanChange] = []
  ) async throws(CommandRefusal) -> [Int?] {
    let songs = try await journal.songs(of: sit)
    // Older rows, from before repeat was part of the plan, have it in a column of its own.
    let repeats: [PlanChange] = sit.resumePoint.isRepeating ? [.repeat(true)] : []
    let changes = try repeats + sit.plan.steps { .plan($0) }.changes() + others
    let (_, places) = try await sets.load(
      songs.map { SetSong(path: $0.path, title: $0.title) }, plan: changes,
      of: sit.set ?? "this session")
    if let name = sit.set.flatMap({ try? SetName($0) }) { current.noteLoaded(name) }
    session.perform(.volume(.level(sit.resumePoint.volume)))
    return places
  }
}
