/// The sound that a stroke makes, and how loud.
public struct Bell: Hashable, Sendable {
  /// What is struck.
  public enum Sound: Hashable, Sendable {
    /// A singing bowl: a few slowly beating partials that ring for more than 10 s.
    case bowl
    /// A gong: low and dense; it blooms after the stroke.
    case gong
    /// A chime: high and short.
    case chime
    /// A hollow wooden block: a damped click.
    case wood
    /// Two blocks of hard wood struck together: dry, bright and shorter than 0.2 s.
    case clap
    /// The audio file at this path, at most its first minute. Music gives way as long as it sounds.
    case file(String)

    /// The sounds that are built in.
    public static let builtIn: [Sound] = [.bowl, .gong, .chime, .wood, .clap]

    /// The name in notation and protocol; `nil` for a file.
    public var name: String? {
      switch self {
      case .bowl: "bowl"
      case .gong: "gong"
      case .chime: "chime"
      case .wood: "wood"
      case .clap: "clap"
      case .file: nil
      }
    }

    /// The path of a file; `nil` for a sound that is built in.
    public var path: String? {
      if case .file(let path) = self { path } else { nil }
    }
  }

  /// What is struck.
  public var sound = Sound.bowl
  /// The volume in percent, 0 to 100, relative to the volume of the session. 100 suits music at -20
  /// LUFS.
  public var volume = 100

  /// Creates a bell.
  public init(_ sound: Sound = .bowl, volume: Int = 100) {
    self.sound = sound
    self.volume = volume
  }
}

/// How a bell is struck on one occasion: several times, or in a roll.
public struct Strokes: Hashable, Sendable {
  /// How many strokes there are, and when.
  public enum Form: Hashable, Sendable {
    /// This many, at most 1,000, with this time between two of them.
    case count(Int, apart: Duration)
    /// Strokes that come closer and softer, and one full stroke this long after the first.
    case roll(Duration)
  }

  /// How many strokes there are, and when.
  public var form: Form
  /// What is struck; `nil` is the plan's bell.
  public var sound: Bell.Sound?
  /// The volume in percent, 0 to 100; `nil` is that of the plan's bell.
  public var volume: Int?

  /// The time between two strokes where none is given.
  public static let interval = Duration.seconds(4)
  /// The length of a roll where none is given.
  public static let rollLength = Duration.seconds(15)
  /// No strokes.
  public static let none = Strokes(0)

  /// Creates `count` strokes.
  public init(
    _ count: Int, apart: Duration = interval, _ sound: Bell.Sound? = nil, volume: Int? = nil
  ) {
    self.init(.count(count, apart: apart), sound, volume: volume)
  }

  /// Creates strokes of a form.
  public init(_ form: Form, _ sound: Bell.Sound? = nil, volume: Int? = nil) {
    self.form = form
    self.sound = sound
    self.volume = volume
  }

  /// Creates a roll.
  public static func roll(
    _ length: Duration = rollLength, _ sound: Bell.Sound? = nil, volume: Int? = nil
  ) -> Strokes {
    Strokes(.roll(length), sound, volume: volume)
  }

  /// True if there are none.
  public var isNone: Bool {
    if case .count(let count, _) = form { count <= 0 } else { false }
  }

  /// What is struck, and how loud, in a plan that has this bell.
  public func bell(_ bell: Bell) -> Bell {
    Bell(sound ?? bell.sound, volume: volume ?? bell.volume)
  }
}

extension Strokes: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int) { self.init(count) }
}

/// When bells are struck during a session, between its opening and its closing, and how.
public struct BellRule: Hashable, Sendable {
  /// The times of a rule.
  public enum Times: Hashable, Sendable {
    /// Every multiple of this time.
    case every(Duration)
    /// These session times, in any order.
    case at([Duration])
    /// This long before the end, in any order. A session whose end is not known has none.
    case beforeEnd([Duration])
    /// `count` times that `seed` determines, spread over a session of a given length. A session
    /// without one has none.
    case random(count: Int, seed: Int)
  }

  /// When bells are struck.
  public var times: Times
  /// What is struck then.
  public var strokes: Strokes

  /// Creates a rule.
  public init(_ times: Times, _ strokes: Strokes = 1) {
    self.times = times
    self.strokes = strokes
  }

  /// Strikes at every multiple of `interval`.
  public static func every(_ interval: Duration, _ strokes: Strokes = 1) -> BellRule {
    BellRule(.every(interval), strokes)
  }

  /// Strikes at session times.
  public static func at(_ times: [Duration], _ strokes: Strokes = 1) -> BellRule {
    BellRule(.at(times), strokes)
  }

  /// Strikes before the end.
  public static func beforeEnd(_ times: [Duration], _ strokes: Strokes = 1) -> BellRule {
    BellRule(.beforeEnd(times), strokes)
  }

  /// Strikes at times that `seed` determines.
  public static func random(count: Int, seed: Int, _ strokes: Strokes = 1) -> BellRule {
    BellRule(.random(count: count, seed: seed), strokes)
  }
}

// MARK: - Descriptions

extension Bell.Sound: CustomStringConvertible {
  /// The name, or the path of the file.
  public var description: String { name ?? path ?? "" }
}

extension Strokes: CustomStringConvertible {
  /// The strokes in the words of the notation: `2 gong 60%, 4.0 seconds apart`, `roll 15.0 seconds`.
  public var description: String {
    let what = (sound.map { " \($0)" } ?? "") + (volume.map { " \($0)%" } ?? "")
    return switch form {
    case .count(let count, _) where count <= 1: "\(count)\(what)"
    case .count(let count, let interval): "\(count)\(what), \(interval) apart"
    case .roll(let length): "roll \(length)\(what)"
    }
  }
}

extension BellRule: CustomStringConvertible {
  /// The rule in the words of the notation: `every 300.0 seconds: 1`.
  public var description: String { "\(times): \(strokes)" }
}

extension BellRule.Times: CustomStringConvertible {
  /// The times in the words of the notation: `every 300.0 seconds`.
  public var description: String {
    switch self {
    case .every(let interval): "every \(interval)"
    case .at(let times): "at \(times)"
    case .beforeEnd(let times): "\(times) before the end"
    case .random(let count, let seed): "random \(count), seed \(seed)"
    }
  }
}

// MARK: - Single strokes

/// One stroke of several.
struct Stroke: Hashable, Sendable {
  /// The time since the first one.
  let offset: Duration
  /// The gain, 0 to 1, beside the volume.
  let gain: Double
}

extension Strokes {
  /// The gain of the first of several strokes, -6 dB: too soft to startle in silence, and still well
  /// above music that gives way by 9 dB.
  private static let firstGain = 0.5

  /// The number of strokes that are struck of `count`. A session allows far fewer, but an engine strikes
  /// what it is given.
  private static func struck(of count: Int) -> Int { min(max(count, 0), 1_000) }

  /// The strokes of `sound` one after another.
  func schedule(of sound: Bell.Sound) -> [Stroke] {
    switch form {
    case .count(let count, let interval):
      (0..<Self.struck(of: count)).map { index in
        Stroke(
          offset: interval.clamped() * index, gain: index == 0 && count > 1 ? Self.firstGain : 1)
      }
    case .roll(let length): RollModel(of: sound).strokes(over: length)
    }
  }

  /// The number of strokes in a plan that has this bell.
  public func count(_ bell: Bell) -> Int {
    switch form {
    case .count(let count, _): Self.struck(of: count)
    case .roll: schedule(of: self.bell(bell).sound).count
    }
  }

  /// How far apart the strokes are; of a roll, as strokes are unless they say so.
  var distance: Duration {
    switch form {
    case .count(_, let apart): apart.clamped()
    case .roll: Self.interval
    }
  }

  /// The time from the first stroke to the last.
  public var length: Duration {
    switch form {
    case .count(let count, let interval):
      interval.clamped() * max(Self.struck(of: count) - 1, 0)
    case .roll(let length): length.clamped()
    }
  }
}

/// The parameters of a roll, in seconds. What rings longer is struck more slowly.
private struct RollModel {
  /// The first distance between two strokes.
  let first: Double
  /// The last one, before the rest. A stroke is as much softer than the first one as its distance
  /// is shorter.
  let last: Double
  /// The silence before the full stroke.
  let rest: Double

  init(of sound: Bell.Sound) {
    switch sound {
    case .bowl, .file: self = RollModel(first: 2, last: 0.25, rest: 2.5)
    case .gong: self = RollModel(first: 2.4, last: 0.3, rest: 3)
    case .chime: self = RollModel(first: 1.6, last: 0.2, rest: 2)
    case .wood, .clap: self = RollModel(first: 1.4, last: 0.1, rest: 1.4)
    }
  }

  private init(first: Double, last: Double, rest: Double) {
    (self.first, self.last, self.rest) = (first, last, rest)
  }

  /// The strokes of a roll whose full stroke comes at `length`.
  ///
  /// Each distance is the one before times the same ratio. A short roll begins with a shorter distance
  /// and has a shorter rest.
  func strokes(over length: Duration) -> [Stroke] {
    guard length > .zero else { return [Stroke(offset: .zero, gain: 1)] }
    let length = length.clamped() / .seconds(1)
    let rest = min(rest, length / 4)
    let span = length - rest
    let first = min(first, span / 4)
    // That of a geometric series from `first` to `last` whose sum is `span`.
    let ratio = (span - first) / (span - min(last, first / 2))
    var distances = [first]
    while let distance = distances.last, distance * ratio > last, distances.count < 1_000 {
      distances.append(distance * ratio)
    }
    let scale = span / distances.reduce(0, +)
    var time = 0.0
    var strokes = [Stroke(offset: .zero, gain: 1)]
    for distance in distances {
      time += distance * scale
      strokes.append(
        Stroke(offset: Self.milliseconds(time), gain: distance * ratio / first))
    }
    strokes.append(Stroke(offset: Self.milliseconds(length), gain: 1))
    return strokes
  }

  /// Positive `seconds` in whole milliseconds. `rounded()` would need the C library's mathematics,
  /// which clients of the core alone do not link.
  private static func milliseconds(_ seconds: Double) -> Duration {
    .milliseconds(Int(seconds * 1_000 + 0.5))
  }
}
