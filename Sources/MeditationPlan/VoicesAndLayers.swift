// What sounds beside the music and the bells: layers under the whole session, voices over it, and the
// lines of a guide, which may be spoken.

/// A sound that lies under a session, from its beginning to its end.
public struct Layer: Hashable, Sendable {
  /// What sounds.
  public enum Sound: Hashable, Sendable {
    /// Noise with the same power at each frequency.
    case white
    /// Noise with the same power in each octave.
    case pink
    /// Noise that falls by 6 dB an octave.
    case brown
    /// Steady rain with single drops.
    case rain
    /// Waves that come in and draw back.
    case waves
    /// Wind that rises and falls.
    case wind
    /// Water over stones.
    case stream
    /// A low chord on this tone, of partials that beat slowly.
    case drone(Pitch)
    /// The audio file at this path, looped.
    case file(String)

    /// The names of the sounds that are built in, but for the drone, which has a pitch.
    public static let builtIn: [Sound] = [.white, .pink, .brown, .rain, .waves, .wind, .stream]

    /// The name in notation and protocol; `nil` for a file.
    public var name: String? {
      switch self {
      case .white: "white"
      case .pink: "pink"
      case .brown: "brown"
      case .rain: "rain"
      case .waves: "waves"
      case .wind: "wind"
      case .stream: "stream"
      case .drone: "drone"
      case .file: nil
      }
    }

    /// The tone of a drone; `nil` for others.
    public var pitch: Pitch? {
      if case .drone(let pitch) = self { pitch } else { nil }
    }

    /// The path of a file; `nil` for a sound that is built in.
    public var path: String? {
      if case .file(let path) = self { path } else { nil }
    }
  }

  /// The volume where none is given, in percent: 8 dB softer than at 100.
  public static let defaultVolume = 74

  /// What sounds.
  public var sound: Sound
  /// The volume in percent, 0 to 100, relative to the volume of the session: 100 is about as loud as
  /// music at -22 LUFS, and 50 is 18 dB softer, as for all volumes.
  public var volume: Int
  /// True if it is heard while settling. If not, it begins at session time 0.
  public var beginsWithSettling: Bool

  /// Creates a layer.
  public init(_ sound: Sound, volume: Int = defaultVolume, beginsWithSettling: Bool = false) {
    self.sound = sound
    self.volume = volume
    self.beginsWithSettling = beginsWithSettling
  }
}

/// A tone of the scale in equal temperament: `A2`, `C#3`, `Bb1`.
public struct Pitch: Hashable, Sendable {
  /// The names of the tones of an octave, from C.
  private static let names = [
    "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B",
  ]
  /// A1, 55 Hz, is low and still heard on small speakers; A4 is 440 Hz.
  private static let range = 21...81

  /// The number in MIDI, where A4, 440 Hz, is 69.
  public let number: Int

  /// Creates a tone from its number in MIDI; `nil` if it is below A0 or above A5.
  public init?(number: Int) {
    guard Self.range.contains(number) else { return nil }
    self.number = number
  }

  /// Creates a tone from a name, such as `A2`, `c#3` or `Bb1`; `nil` if it has no such name.
  public init?(_ name: some StringProtocol) {
    var rest = Substring(name)
    guard let letter = rest.popFirst()?.uppercased(), let octave = rest.popLast()?.wholeNumberValue,
      let tone = Self.names.firstIndex(of: letter)
    else { return nil }
    let sign: Int
    switch rest {
    case "": sign = 0
    case "#": sign = 1
    case "b", "B": sign = -1
    default: return nil
    }
    self.init(number: (octave + 1) * 12 + tone + sign)
  }

  /// The name, with a sharp where it needs one.
  public var name: String { Self.names[number % 12] + String(number / 12 - 1) }
}

/// Recorded speech over the music, which gives way to it.
public struct Voice: Hashable, Sendable {
  /// The audio file.
  public var path: String
  /// When it begins, counted from the beginning of its part; negative if it began in an earlier one.
  public var time: Duration
  /// How long it is; `nil` if that is not known.
  public var length: Duration?
  /// By how much the recording is ahead of its time, because the listener moved in it; negative if it
  /// is behind. The next session begins it at its time again.
  public var skipped = Duration.zero

  /// Creates a voice.
  public init(_ path: String, at time: Duration = .zero, length: Duration? = nil) {
    self.path = path
    self.time = time
    self.length = length
  }
}

/// Sentences at times, which are printed and may be spoken.
public struct Guide: Hashable, Sendable {
  /// A sentence, and when it comes.
  public struct Line: Hashable, Sendable {
    /// From where a time is counted.
    public enum Origin: Hashable, Sendable {
      /// The beginning of the session or of a part.
      case beginning
      /// The end of the session or of a part.
      case end
    }

    /// The title of the part that it belongs to; `nil` is the whole session.
    public var part: String?
    /// From where its time is counted.
    public var origin: Origin
    /// The time from there; negative is before it.
    public var time: Duration
    /// What is said.
    public var text: String
    /// The audio file in which it is spoken; `nil` if it is not.
    public var speech: String?

    /// Creates a line.
    public init(
      _ text: String, at time: Duration, from origin: Origin = .beginning, part: String? = nil,
      speech: String? = nil
    ) {
      (self.part, self.origin, self.time) = (part, origin, time)
      (self.text, self.speech) = (text, speech)
    }
  }

  /// The text file.
  public var path: String
  /// What the file says; empty before it has been read.
  public var lines: [Line]

  /// Creates a guide.
  public init(_ path: String, lines: [Line] = []) {
    self.path = path
    self.lines = lines
  }
}

// MARK: - Descriptions

extension Layer.Sound: CustomStringConvertible {
  /// The name, that of a drone with its tone, or the path of the file.
  public var description: String {
    pitch.map { "drone \($0.name)" } ?? name ?? path ?? ""
  }
}

extension Layer: CustomStringConvertible {
  /// The sound and its volume: `rain 74%`.
  public var description: String { "\(sound) \(volume)%" }
}

extension Voice: CustomStringConvertible {
  /// The file and when it begins: `scan.mp3 at 300.0 seconds`.
  public var description: String { "\(path) at \(time)" }
}

// MARK: - Their times in a session

/// Speech at a session time: a voice, or a spoken line of a guide.
public struct Speech: Hashable, Sendable {
  /// The audio file.
  public var path: String
  /// The session time of its first frame.
  public var begin: Duration
  /// How long it is; `nil` if that is not known.
  public var length: Duration?

  /// The session time at which it ends; `nil` if that is not known.
  public var end: Duration? { length.map { begin + $0 } }
}

extension Plan {
  /// The voices of all parts, in ascending order.
  public var voices: [Speech] {
    parts.indices.flatMap { index in
      let begin = begin(ofPart: index)
      return parts[index].voices.map {
        Speech(
          path: $0.path,
          begin: begin + $0.time.clampedSessionTime - $0.skipped.clampedSessionTime,
          length: $0.length?.clamped())
      }
    }.sorted { $0.begin < $1.begin }
  }

  /// The voice that speaks at session time `time`, the latest of several. One of unknown length does so
  /// to the end of the session.
  public func voice(at time: Duration) -> Speech? {
    voices.last { $0.begin <= time && $0.end.map { time < $0 } ?? true }
  }

  /// All that is spoken, in ascending order, in a session that ends at `end`; `nil` if that is not
  /// known.
  package func speeches(end: Duration?) -> [Speech] {
    (voices
      + guideLines(end: end).compactMap { time, _, line in
        line.speech.map { Speech(path: $0, begin: time, length: nil) }
      }).sorted { $0.begin < $1.begin }
  }

  /// The lines of the guide by session time, with the index of their part. A line is left out if its
  /// part is not there, or if its time is outside of that.
  package func guideLines(end: Duration?) -> [(time: Duration, part: Int, line: Guide.Line)] {
    guard let guide else { return [] }
    return guide.lines.flatMap { line in
      guard let title = line.part else {
        return [time(of: line, from: .zero, to: end).map { ($0, part(at: $0), line) }]
          .compactMap { $0 }
      }
      return parts.indices.filter { parts[$0].title == title }.compactMap { index in
        let last = index == parts.count - 1 ? end : self.end(ofPart: index)
        return time(of: line, from: begin(ofPart: index), to: last).map { ($0, index, line) }
      }
    }.sorted { $0.0 < $1.0 }
  }

  private func time(of line: Guide.Line, from begin: Duration, to end: Duration?) -> Duration? {
    let origin: Duration? =
      switch line.origin {
      case .beginning: begin
      case .end: end
      }
    guard let time = origin.map({ $0 + line.time.clampedSessionTime }), time >= begin,
      time < end ?? .max
    else {
      return nil
    }
    return time
  }
}

extension Duration {
  /// Longer than any session.
  static let max = Duration.seconds(Int64.max)
}
