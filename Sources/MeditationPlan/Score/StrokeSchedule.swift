/// One stroke of several.
struct Stroke: Hashable, Sendable {
  let offset: Duration
  /// The gain, 0 to 1, beside the volume.
  let gain: Double
}

extension Strokes {
  /// The gain of the first of several strokes, -6 dB: too soft to startle in silence, and still well
  /// above music that gives way by 9 dB.
  private static let firstGain = 0.5

  /// How many of `count` strokes an engine strikes; a session allows far fewer.
  private static func struck(of count: Int) -> Int { min(max(count, 0), 1_000) }

  func schedule(of sound: Bell.Sound) -> [Stroke] {
    switch form {
    case .count(let count, let interval):
      (0..<Self.struck(of: count)).map { index in
        Stroke(
          offset: interval.clamped() * index, gain: index == 0 && count > 1 ? Self.firstGain : 1)
      }
    case .roll(let length): RollModel.of(sound).strokes(over: length)
    }
  }

  /// The number of strokes in a plan that has this bell.
  public func count(_ bell: Bell) -> Int {
    if case .count(let count, _) = form { return Self.struck(of: count) }
    return schedule(of: self.bell(bell).sound).count
  }

  /// How far apart the strokes are; of a roll, as strokes are unless they say so.
  var distance: Duration {
    if case .count(_, let apart) = form { apart.clamped() } else { Self.interval }
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
  /// The last one, before the rest. A stroke is as much softer as its distance is shorter.
  let last: Double
  /// The silence before the full stroke.
  let rest: Double

  static func of(_ sound: Bell.Sound) -> RollModel {
    switch sound {
    case .bowl, .file: RollModel(first: 2, last: 0.25, rest: 2.5)
    case .gong: RollModel(first: 2.4, last: 0.3, rest: 3)
    case .chime: RollModel(first: 1.6, last: 0.2, rest: 2)
    case .wood, .clap: RollModel(first: 1.4, last: 0.1, rest: 1.4)
    }
  }

  /// The strokes of a roll whose full stroke comes at `length`.
  ///
  /// Distances have a constant ratio. A short roll has a shorter first distance and rest.
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
