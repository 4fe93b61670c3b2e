import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText

/// The plan of `meditate sit`, with the paths of its songs, or its set.
struct SitPlan {
  /// The steps from an empty plan or, of a set, from its own.
  let steps: [PlanStep]
  /// The paths of the songs; none in silence.
  let paths: [String]
  /// The set that is sat; `nil` if none is named.
  let set: SongSet?

  /// Finds a set; of one that does not exist, the name that was probably meant.
  typealias SetFinder = (SetName) throws(StartProblem) -> (set: SongSet?, nearest: String?)

  /// Reads `words`: a length, and then a set or paths.
  ///
  /// - Parameters:
  ///   - isOpen: True if a sit without a length of its own does not end by itself.
  ///   - usual: The steps of the usual plan, from an empty one.
  ///   - typed: The steps of `--plan`, which are added to it, or to that of a set.
  init(
    _ words: [String], isOpen: Bool = false, usual: [PlanStep], typed: [PlanStep],
    typedLength: LengthBesidePlan? = nil,
    findSet: SetFinder,
    isThere: (String) -> Bool = { RawArguments.path($0).isThere }
  ) throws(StartProblem) {
    let words = Self.joiningLength(words, isThere: isThere)
    let beginsWithLength = words.first.map { Self.isLength($0, isThere: isThere) } ?? false
    let others = Array(words.dropFirst(beginsWithLength ? 1 : 0))
    var found: (set: SongSet?, nearest: String?) = (nil, nil)
    // A set wins against a file, but after a length there are files first.
    if let name = others.first.flatMap({ try? SetName($0) }),
      !beginsWithLength || (others.count == 1 && !isThere(others[0]))
    {
      found = try findSet(name)
    }
    set = if let set = found.set { set } else { try PlannedPlaylist.read(others) }
    if let set, others.count > 1 {
      throw .usage(
        "'\(set.name.text)' is a set with songs of its own, so nothing can follow it. "
          + "A file of this name is './\(set.name.text)'.")
    }
    var own: LengthBesidePlan?
    do throws(LineError) {
      if let first = words.first, set == nil || beginsWithLength,
        let steps = try Self.length(first, isThere: isThere)
      {
        own = LengthBesidePlan(steps: steps, word: "\(QuotedInput(first))")
      }
    } catch {
      throw .usage("\(error)")
    }
    if let own, let typedLength { try typedLength.steps.checkLength(beside: own.steps) }
    let length = own ?? typedLength
    if let set {
      (steps, paths) = (try typed.changing(set, length: length), [])
      return
    }
    let given = try typed.following(usual, length: length)
    let isEndless = isOpen && !Self.lastsWithoutSongs(given)
    steps = given + (isEndless ? [.change(.length(.open))] : [])
    // The list of songs says why a URL is not played.
    if let first = words.first, own == nil, !isThere(first), !first.contains("://") {
      let advice =
        found.nearest.map { "Did you mean '\($0)'?" }
        ?? "Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'."
      throw .usage("\(QuotedInput(first)) is neither a length, a set nor a file. \(advice)")
    }
    paths = Array(words.dropFirst(own == nil ? 0 : 1))
    if own != nil, let first = paths.first, !isThere(first) {
      let line = paths.joined(separator: " ")
      if (try? CommandParser.plan(line)) != nil {
        throw .usage(
          "\(QuotedInput(first)) is no file. In the shell, '--plan' takes a plan: "
            + "'meditate sit \(QuotedInput(words[0]).text) --plan \"\(QuotedInput(line).text)\"'.")
      }
    }
    guard !paths.isEmpty || Self.lastsWithoutSongs(steps) else {
      throw .usage("How long? Write 'meditate sit 20m', or name songs: 'meditate sit PATH ...'.")
    }
  }

  /// `words`, in which the first ones are one word if they are one length: `5 min`, `1h 30m`.
  private static func joiningLength(
    _ words: [String], isThere: (String) -> Bool
  ) -> [String] {
    if words.count > 1, words[0] == "for", !isThere(words[0]) {
      return joiningLength(Array(words.dropFirst()), isThere: isThere)
    }
    // `until 7:30`.
    if words.count > 1, words[0] == "until", !isThere(words[0]) {
      return ["until \(words[1])"] + words.dropFirst(2)
    }
    for count in stride(from: min(words.count, 6), to: 1, by: -1) {
      let joined = words.prefix(count).joined(separator: " ")
      if (try? TimeText.parse(joined)) != nil, !words[1..<count].contains(where: isThere) {
        return [joined] + words.dropFirst(count)
      }
    }
    return words
  }

  /// True if `word` is a length even if there is a set of this name, or one in the row of this number.
  private static func isLength(_ word: String, isThere: (String) -> Bool) -> Bool {
    (try? TimeText.parse(word)) != nil || word.hasPrefix("until ")
      || (["songs", "open"].contains(word) && !isThere(word))
  }

  /// The length that `word` means; `nil` if it means none.
  private static func length(
    _ word: String, isThere: (String) -> Bool
  ) throws(LineError) -> [PlanStep]? {
    if word.hasPrefix("until ") { return try CommandParser.plan(word) }
    do {
      _ = try TimeText.parse(word)
    } catch .notATime where isThere(word) || !["songs", "open"].contains(word) {
      return nil
    } catch .nearly where isThere(word) {
      return nil
    } catch {}
    return try CommandParser.plan("for \(word)")
  }

  /// True if `steps` make a session that has a length, or that is open.
  private static func lastsWithoutSongs(_ steps: [PlanStep]) -> Bool {
    steps.reduce(false) { lasts, step in
      switch step {
      case .change(.length(let length)), .change(.then(let length, title: _)),
        .firstPart(let length, title: _):
        length != .songs
      case .change(.lengthen): true
      case .change(.until(let time)): time != nil
      case .change(.off): false
      case .change, .randomBells, .beginAfter: lasts
      }
    }
  }
}

/// A playlist with a plan: a set that was exported.
enum PlannedPlaylist {
  /// The set at the only path of `paths`, if that is a playlist with a plan. Blocks on the disk.
  static func read(_ paths: [String]) throws(StartProblem) -> SongSet? {
    guard let name = paths.first, paths.count == 1 else { return nil }
    let path = RawArguments.path(name)
    // The list of songs says what is not there.
    guard ["m3u", "m3u8"].contains(PathName.ending(ofName: PathName.bytes(of: path))), path.isThere
    else { return nil }
    do throws(SetProblem) {
      return try SetExport.readPlanned(path)
    } catch {
      throw .usage(error.text)
    }
  }
}

extension SongSet {
  /// The steps of its plan from an empty one; a problem if it is not valid.
  func planned() throws(StartProblem) -> [PlanStep] {
    do throws(CommandRefusal) { return try steps() } catch { throw StartProblem(error) }
  }
}
