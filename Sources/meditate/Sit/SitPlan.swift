import CommandLanguage
import FileSystem
import MeditationCore
import Score
import Text

/// What `meditate sit` is to do: its plan, and the songs' paths.
struct SitPlan {
  /// The plan without `--plan`.
  static let usual = "settle 10s, opening 1, closing 3, fade 5s"

  /// The steps from an empty plan.
  let steps: [PlanStep]
  /// The paths of the songs; none in silence.
  let paths: [String]

  /// Reads `words`: a length, then paths.
  ///
  /// - Parameters:
  ///   - given: The steps of `--plan`; `nil` if it is not given.
  ///   - givenLength: The step of `--for`.
  ///   - isThere: Whether there is a file at a path.
  init(
    _ words: [String], plan given: [PlanStep]?, length givenLength: [PlanStep]?,
    isThere: (String) -> Bool = { RawArguments.path($0).isThere }
  ) throws(StartProblem) {
    var length: [PlanStep]?
    do throws(CommandError) {
      if let first = words.first { length = try Self.length(first, isThere: isThere) }
      let plan = if let given { given } else { try PlanText.parse(Self.usual) }
      steps = plan + (length ?? givenLength ?? [])
    } catch {
      throw StartProblem(status: .usage, lines: ["\(error)"])
    }
    if let first = words.first, length == nil, !isThere(first) {
      throw .usage(
        "\(Echo(first)) is neither a length nor a file. Write 'meditate sit 20m', "
          + "or name songs: 'meditate sit PATH ...'.")
    }
    paths = Array(words.dropFirst(length == nil ? 0 : 1))
    guard !paths.isEmpty || Self.lastsWithoutSongs(steps) else {
      throw .usage(
        "How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'.")
    }
  }

  /// The length that `word` means; `nil` if it means none.
  private static func length(
    _ word: String, isThere: (String) -> Bool
  ) throws(CommandError) -> [PlanStep]? {
    do {
      _ = try TimeText.parse(word)
    } catch .notATime where isThere(word) || !["songs", "open"].contains(word) {
      return nil
    } catch .nearly where isThere(word) {
      return nil
    } catch {}
    return try PlanText.parse("for \(word)")
  }

  /// Whether `steps` make a session that has a length, or that is open.
  private static func lastsWithoutSongs(_ steps: [PlanStep]) -> Bool {
    steps.reduce(false) { lasts, step in
      switch step {
      case .change(.length(let length)): length != .songs
      case .change(.lengthen): true
      case .change(.off): false
      case .change, .randomBells: lasts
      }
    }
  }
}

extension StartProblem {
  fileprivate static func usage(_ line: String) -> Self {
    StartProblem(status: .usage, lines: [line])
  }
}
