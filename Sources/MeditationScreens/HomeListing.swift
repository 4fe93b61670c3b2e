import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationText

/// A screen that a client shows while picking.
package enum Screen: Hashable, Sendable {
  /// The saved sets and the latest practice.
  case home
  case songs
}

package struct HomePage: Hashable, Sendable {
  package var sets: SetsPage
  /// `nil` where no journal is kept.
  package var totals: PracticeTotals?
  package var resumable: Sit?
  /// True if `again` can begin the last session anew.
  package var hasLatest: Bool
  /// The picked songs and the plan, with which `sit` begins.
  package var picked: PickedTotal
  package var plan: Plan
  /// The volume with which `sit` begins, in percent.
  package var volume: Int

  package init(
    sets: SetsPage, totals: PracticeTotals?, resumable: Sit?, hasLatest: Bool,
    picked: PickedTotal = PickedTotal(), plan: Plan = Plan(), volume: Int = 100
  ) {
    (self.picked, self.plan, self.volume) = (picked, plan, volume)
    self.sets = sets
    self.totals = totals
    self.resumable = resumable
    self.hasLatest = hasLatest
  }
}

extension Listing {
  /// The home screen: the sets, this week's practice, and what to type.
  package init(_ page: HomePage, wording: Wording) {
    let rows = page.sets.rows(wording: wording)
    let totals = page.totals
    let practice = [totals?.weekStrip(wording), totals?.goalText, totals?.streakText]
    let resume = page.resumable.map { $0.resumeText(asOf: page.sets.now, wording: wording) }
    let volume = HomePage.volumeText(page.volume)
    let notes: [Row] =
      page.sets.warnings + practice.compactMap(\.self).map { Row($0) }
      + (resume.map { [Row($0, as: .current)] } ?? [])
      + (volume.map { [Row($0)] } ?? [])
      + (page.readyText(wording).map { [Row($0, as: .picked)] } ?? [])
      + [Row(page.advice, as: .muted)]
    self.init(
      heading: wording.isAloud && !rows.isEmpty
        ? "\(counted(rows.count, "set")) at home" : "Meditation",
      rows: rows, notes: notes)
  }
}

extension HomePage {
  /// The reminder of a remembered volume below 100, which is easily forgotten; `nil` if it is 100.
  package static func volumeText(_ percent: Int) -> String? {
    percent < 100 ? "Volume \(percent)%; 'volume 100' is full." : nil
  }

  /// The picked songs and the plan, with which `sit` begins, and how to clear them; `nil` if none.
  fileprivate func readyText(_ wording: Wording) -> String? {
    let songs = picked.count > 0
    let parts = (songs ? [picked.text(wording)] : []) + (plan.isEmpty ? [] : [plan.text])
    guard !parts.isEmpty else { return nil }
    let sit =
      songs || plan.outlastsSongs
      ? "'sit' begins this, 'sit 20m' for 20 minutes" : "'sit 20m' sits with it"
    let clearing = (songs ? ["'none'"] : []) + (plan.isEmpty ? [] : ["'plan off'"])
    let verb = clearing.count == 1 ? "clears" : "clear"
    return parts.joined(separator: ". ")
      + ". \(sit); \(clearing.joined(separator: " and ")) \(verb) it."
  }

  fileprivate var advice: String {
    let sit = sets.sets.isEmpty ? "'sit 20m' begins a sit" : "A number sits that set"
    let again = hasLatest ? ", 'again' repeats the last session" : ""
    return "\(sit); 'pick' opens your music\(again). Also 'sets', 'journal', 'settings', 'help'."
  }
}
