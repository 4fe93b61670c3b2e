import MeditationLanguage
import MeditationPlan
import MeditationPractice
import Testing

@testable import meditate

/// `meditate sit NAME`.
@Suite("Sitting a set")
struct SitSetTests {
  /// Finds "Evening", "20m" and "open", and suggests "Evening".
  private static func find(
    _ name: SetName
  ) throws(StartProblem) -> (set: SongSet?, nearest: String?) {
    let names = ["Evening", "20m", "open", "A.wav"].compactMap { try? SetName($0) }
    guard let found = names.first(where: { $0 == name }) else {
      return (nil, name.text == "evning" ? "Evening" : nil)
    }
    return (SongSet(name: found, songs: [], plan: StoredPlan("for 5m, closing 3")), nil)
  }

  @Test(
    "a length wins, then a set, then a path",
    arguments: [
      ("evening", "Evening"), ("EVENING", "Evening"), ("A.wav", "A.wav"), ("20m", nil),
      ("open", nil), ("./evening", nil), ("./A.wav", nil), ("B.wav", nil),
    ] as [(String, String?)])
  func precedence(word: String, name: String?) throws {
    let plan = try SitPlan([word], usual: [], typed: [], findSet: Self.find) { _ in
      ["./evening", "./A.wav", "B.wav", "A.wav", "Evening", "evening"].contains(word)
    }
    #expect(plan.set?.name.text == name)
  }

  /// Finds the set "Form" of two parts.
  private static func findForm(_ name: SetName) throws(StartProblem) -> (
    set: SongSet?, nearest: String?
  ) {
    guard name.text == "Form" else { return (nil, nil) }
    return (SongSet(name: name, songs: [], plan: StoredPlan("closing 3; 20m Sit; 10m Walk")), nil)
  }

  @Test("a number is minutes, and a length beside a set is its length")
  func lengthOfSet() throws {
    let number = try SitPlan(
      ["2"], usual: [], typed: [],
      findSet: { _ throws(StartProblem) in throw .usage("asked for a set") })
    #expect(PlanText.line(of: number.steps) == "for 2m")
    let shorter = try SitPlan(
      ["10m", "evening"], usual: [], typed: [], findSet: Self.find, isThere: { _ in false })
    #expect(shorter.set?.name.text == "Evening")
    #expect(PlanText.line(of: shorter.steps) == "for 10m")
    let named = try SitPlan(
      ["Form"], usual: [], typed: PlanStep.typed("part 2 for 5m"), findSet: Self.findForm)
    #expect(PlanText.line(of: named.steps) == "part 2 for 5m")
  }

  @Test(
    "a length never overwrites that of a part of a set",
    arguments: [
      (["10m", "Form"], "", "'10m'"), (["Form"], "for 10m", "'for 10m'"),
      (["Form"], "bells every 5m, for open", "'for open'"),
    ] as [([String], String, String)])
  func parts(words: [String], plan: String, word: String) {
    do throws(StartProblem) {
      _ = try SitPlan(
        words, usual: [], typed: (try? PlanText.parse(plan)) ?? [], findSet: Self.findForm,
        isThere: { _ in false })
      Issue.record("\(words) can be sat")
    } catch {
      #expect(error.lines == ["The parts of 'Form' last 30:00: leave \(word) out."])
      #expect(error.status == .usage)
    }
  }

  @Test("only what is typed changes the set's plan")
  func plan() throws {
    let given = try PlanStep.typed("bells every 5m")
    let silent = try SitPlan(
      ["evening"], usual: given, typed: [], findSet: Self.find, isThere: { _ in false })
    #expect(silent.steps == [])
    let typed = try SitPlan(
      ["evening"], usual: PlanStep.typed("closing 3"), typed: given, findSet: Self.find,
      isThere: { _ in false })
    #expect(typed.steps == given)
    #expect(typed.paths == [])
  }

  @Test(
    "a mistake names the nearest set",
    arguments: [
      (["evning"], "'evning' is neither a length, a set nor a file. Did you mean 'Evening'?"),
      (
        ["xyz"],
        "'xyz' is neither a length, a set nor a file. Write 'meditate sit 20m', "
          + "or name songs: 'meditate sit PATH ...'."
      ),
      (
        ["evening", "A.wav"],
        "'Evening' is a set with songs of its own, so nothing can follow it. "
          + "A file of this name is './Evening'."
      ),
    ] as [([String], String)])
  func mistakes(words: [String], message: String) {
    do throws(StartProblem) {
      _ = try SitPlan(words, usual: [], typed: [], findSet: Self.find) { _ in false }
      Issue.record("\(words) can be sat")
    } catch {
      #expect(error.lines == [message])
      #expect(error.status == .usage)
    }
  }
}
