import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// The plan of a set, between its line in the file and its value.
package enum SetPlan {
  /// The changes that make the plan of `line` from an empty plan at `now`; `seed` is that of random
  /// bells without one.
  static func changes(
    _ line: String, at now: TimeOfDay = .midnight, seed: Int = 1
  ) throws(CommandRefusal) -> [PlanChange] {
    do throws(LineError) {
      return try CommandParser.plan(line).map { $0.change(at: now, drawingSeed: { seed }) }
    } catch {
      throw .plan("\(error)")
    }
  }

  /// The changes that make the plan of `set` from an empty plan; a refusal names the set.
  static func changes(
    of set: SongSet, at now: TimeOfDay = .midnight, seed: Int = 1
  ) throws(CommandRefusal) -> [PlanChange] {
    do throws(CommandRefusal) {
      return try changes(set.plan, at: now, seed: seed)
    } catch {
      throw .plan("The plan of '\(set.name.text)' is not valid: \(error.text)")
    }
  }

  /// The plan of `line`; `nil` if it is not valid.
  package static func plan(_ line: String) -> Plan? {
    (try? changes(line)).flatMap { try? Plan($0) }
  }

  /// The line of `plan`: `old` if that says the same.
  static func line(of plan: Plan, as old: String) -> String {
    Self.plan(old) == plan ? old : PlanText.line(of: plan)
  }
}

extension SetSummary {
  /// Sums up `set` for a list.
  package init(of set: ListedSet, lastSat: Moment? = nil) {
    self.init(
      name: set.name, songCount: set.songCount,
      length: TimeLeft(known: set.length, isMore: set.isLonger), plan: SetPlan.plan(set.plan),
      lastSat: lastSat)
  }

  /// Sums up a whole set for a list.
  package init(of set: SongSet, lastSat: Moment? = nil) {
    self.init(of: ListedSet(set), lastSat: lastSat)
  }
}
