import MeditationText

/// A sound that lies under a session or a part, from its beginning to its end.
public struct Layer: Hashable, Sendable {
  /// A built-in sound, or an audio file.
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
    /// Wood that burns and crackles.
    case fire
    /// Air that a fan moves, and its hum.
    case fan
    /// A low chord on this tone, of partials that beat slowly.
    case drone(Pitch)
    /// The audio file at this path, looped.
    case file(String)

    /// The sounds that are built in, but for the drone, which has a pitch.
    public static let builtIn: [Sound] = [
      .white, .pink, .brown, .rain, .waves, .wind, .stream, .fire, .fan,
    ]

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
      case .fire: "fire"
      case .fan: "fan"
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

  /// The sound that is played.
  public var sound: Sound
  /// In percent, 0 to 100, relative to the session's volume. 100 is about as loud as music at -22 LUFS.
  public var volume: Int
  /// True if it is heard while settling; if not, it begins with session time 0 or its part.
  public var beginsWithSettling: Bool
  /// When it begins, counted from session time 0 or, of a part, from the part's beginning.
  public var time = Duration.zero
  /// How long it is heard; `nil`: to the end of the session or the part.
  public var length: Duration?

  /// Creates a layer.
  public init(_ sound: Sound, volume: Int = defaultVolume, beginsWithSettling: Bool = false) {
    self.sound = sound
    self.volume = volume
    self.beginsWithSettling = beginsWithSettling
  }

  /// True if it has times of its own within the session or the part.
  fileprivate var isTimed: Bool { time != .zero || length != nil }
  /// True if it is heard while settling: one with times of its own is not.
  fileprivate var isHeardWhileSettling: Bool { beginsWithSettling && !isTimed }
}

/// A tone of the scale in equal temperament: `A2`, `C#3`, `Bb1`.
public struct Pitch: Hashable, Sendable {
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

// MARK: - The clause

/// `under rain 60`: what lies under the session or, said of a part, under that.
struct UnderClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "under", arguments: "[SOUND N at TIME | SOUND off | off]", brief: "[SOUND]",
    summary: "Lays a sound under the session or a part: rain, a file.", example: "under rain 60",
    hints: ["noise", "ambience", "layer", "background"],
    hintedLines: [
      "rain": "under rain 60", "waves": "under waves 60", "wind": "under wind 60",
      "drone": "under drone A2", "ocean": "under waves 60",
    ],
    words: words, furtherWords: ["from", "settling", "at", "for"], prefixRank: .last,
    parse: parse)
  static var property: WritableKeyPath<Plan, [Layer]> { \.under }
  let value: [Layer]

  var arguments: String {
    value.isEmpty ? "off" : value.map(\.spelled).joined(separator: ", under ")
  }
  var change: PlanChange { .under(value) }
  var limit: PlanLimit? { value.exceededLimit }

  static func ofPart(_ part: Part) -> UnderClause? { UnderClause(value: part.under) }
  func isOfPart(at place: PlanPlace) -> Bool { place.isNamed }

  /// 'under off' takes out those of the parts, too, unless one was named.
  func make(in plan: inout Plan, at place: PlanPlace) {
    let parts = place.isNamed ? [place.part] : value.isEmpty ? Array(plan.parts.indices) : []
    for part in parts { plan.parts[part].under = value }
    if !place.isNamed { plan.under = value }
  }

  func answer(_ wording: Wording) -> String? {
    value.isEmpty
      ? "Nothing under the session"
      : "Under the session: \(value.map { $0.words(wording) }.joined(separator: ", "))"
  }

  func answer(ofPart wording: Wording) -> String? {
    "under it "
      + (value.isEmpty ? "nothing" : value.map { $0.words(wording) }.joined(separator: ", "))
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    .under(value.map { $0.mappingFile(rename) })
  }

  static func steps(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> [TimelineStep] {
    outlook.plan.under.map { layer in
      let begin = layer.isHeardWhileSettling ? .zero - outlook.plan.settling : .zero
      return step(layer, from: begin, to: outlook.end, wording) { $0 }
    }
  }

  static func steps(
    ofPart part: Int, of outlook: PlanOutlook, _ wording: Wording
  ) -> [TimelineStep] {
    let (begin, end) = (outlook.plan.begin(ofPart: part), outlook.end(ofPart: part))
    return outlook.plan.parts[part].under.map { layer in
      step(layer, from: begin, to: end, wording) { outlook.command($0, ofPart: part) }
    }
  }

  /// The step of a layer of what lasts from `begin` to `end`.
  private static func step(
    _ layer: Layer, from begin: Duration, to end: Duration?, _ wording: Wording,
    _ command: (String) -> String
  ) -> TimelineStep {
    let first = begin + layer.time
    let last = layer.length.map { first + $0 }
    let stop = [last, end].compactMap(\.self).min()
    return TimelineStep(
      .under, from: first, to: stop.flatMap { $0 > first ? $0 : last }, "under: \(layer.sounding)",
      command: command(PlanChange.layer(layer).line))
  }

  /// Warns of layers that begin only after what they lie under has ended.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    let plan = outlook.plan
    func late(
      _ layers: [Layer], _ begin: Duration, _ end: Duration?, _ what: String
    ) -> [PlanNote] {
      guard let end else { return [] }
      return layers.filter { begin + $0.time >= end && $0.time > .zero }.map {
        PlanNote(
          .lateLayers,
          "What lies under \(what) never comes: \($0.name) begins at "
            + "\((begin + $0.time).text(wording)), and \(what) ends at \(end.text(wording)).")
      }
    }
    return late(plan.under, .zero, plan.end, "the session")
      + plan.parts.indices.flatMap {
        late(plan.parts[$0].under, plan.begin(ofPart: $0), plan.end(ofPart: $0), "the part")
      }
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("under", plan.under)] }
  static func members(of part: Part) -> [JSONMember] { [JSONMember("under", part.under)] }
}

/// A change of the layer with one sound: under a part that was named or alone has it, or the session.
struct LayerEdit: PlanEdit {
  enum Kind {
    /// `under rain 60`: adds a layer, in place of one with the same sound.
    case added(Layer)
    /// `under rain off`
    case removed
    /// `under rain +5`: goes as far as volumes go.
    case louder(Int)
  }

  static let clause: any PlanClause.Type = UnderClause.self
  static let word = UnderClause.word
  let sound: Layer.Sound
  let kind: Kind

  var arguments: String {
    switch kind {
    case .added(let layer): layer.spelled
    case .removed: "\(sound.spelled) off"
    case .louder(let percent): "\(sound.spelled) \(percent < 0 ? "" : "+")\(percent)"
    }
  }

  var limit: PlanLimit? { if case .added(let layer) = kind { [layer].exceededLimit } else { nil } }

  func isOfPart(at place: PlanPlace) -> Bool {
    place.isNamed
      || !place.plan.under.has(sound) && place.plan.parts[place.part].under.has(sound)
  }

  func refusal(at place: PlanPlace) -> PlanRefusal? {
    if case .added = kind { return nil }
    let layers = isOfPart(at: place) ? place.plan.parts[place.part].under : place.plan.under
    return layers.has(sound) ? nil : .noLayer
  }

  func make(in plan: inout Plan, at place: PlanPlace) {
    if isOfPart(at: place) {
      change(&plan.parts[place.part].under)
    } else {
      change(&plan.under)
    }
  }

  private func change(_ layers: inout [Layer]) {
    if case .louder(let percent) = kind {
      for index in layers.indices where layers[index].sound == sound {
        let volume = layers[index].volume + min(max(percent, -100), 100)
        layers[index].volume = min(max(volume, 0), 100)
      }
    } else {
      layers.removeAll { $0.sound == sound }
      if case .added(let layer) = kind { layers.append(layer) }
    }
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    switch kind {
    case .added(let layer): .layer(layer.mappingFile(rename))
    case .removed: .removeLayer(sound.mappingFile(rename))
    case .louder(let percent): .layerVolume(sound.mappingFile(rename), by: percent)
    }
  }
}

// MARK: - When they sound

/// The time in which a layer sounds.
package struct LayerStretch: Equatable {
  /// How long layers pass into the next part's, or come and go at times of their own.
  private static let crossing = Duration.seconds(5)

  package let layer: Layer
  package fileprivate(set) var begin: Duration
  package fileprivate(set) var end: Duration
  /// How long it takes to come in at a seam between parts, and to go out; zero elsewhere.
  package fileprivate(set) var crossingIn = Duration.zero
  package fileprivate(set) var crossingOut = Duration.zero

  /// The stretch by the times of the layer, counted from `start`; `nil` if it is not heard.
  fileprivate func timed(from start: Duration) -> LayerStretch? {
    guard layer.isTimed else { return self }
    var timed = self
    timed.begin = start + layer.time.clamped()
    timed.end = min(end, layer.length.map { timed.begin + $0.clamped() } ?? end)
    return timed.begin < timed.end ? timed : nil
  }

  /// The stretch, with half of a crossing around each of its ends that is a seam.
  fileprivate func crossed(until end: Duration) -> LayerStretch {
    var crossed = self
    let crossing = min(Self.crossing, (self.end - begin) / 2)
    if begin > .zero { (crossed.begin, crossed.crossingIn) = (begin - crossing / 2, crossing) }
    if self.end < end { (crossed.end, crossed.crossingOut) = (self.end + crossing / 2, crossing) }
    return crossed
  }
}

extension Plan {
  /// When each layer sounds from `beginning` to `end`. Under several parts in a row, one goes on.
  package func layers(settlingFrom beginning: Duration, until end: Duration) -> [LayerStretch] {
    func begin(_ layer: Layer) -> Duration {
      layer.isHeardWhileSettling ? min(beginning, .zero) : .zero
    }
    let whole = under.compactMap {
      LayerStretch(layer: $0, begin: begin($0), end: end).timed(from: .zero)
    }
    var ofParts: [LayerStretch] = []
    var now = Duration.zero
    for (index, part) in parts.enumerated() where now < end {
      let partEnd = min(index == parts.count - 1 ? end : now + (part.duration ?? .zero), end)
      for layer in part.under {
        let stretch = LayerStretch(
          layer: layer, begin: index == 0 ? begin(layer) : now, end: partEnd)
        if !layer.isTimed,
          let before = ofParts.firstIndex(where: { $0.layer == layer && $0.end == now })
        {
          ofParts[before].end = partEnd
        } else if let stretch = stretch.timed(from: now) {
          ofParts.append(stretch)
        }
      }
      now = partEnd
    }
    return (whole + ofParts).map { $0.crossed(until: end) }
  }

  /// The most that layers add up to at any time, by `level`.
  package func loudestLayers(_ level: (Layer) -> Float) -> Float {
    func sum(_ layers: [Layer]) -> Float { layers.reduce(0) { $0 + level($1) } }
    return sum(under) + (parts.map { sum($0.under) }.max() ?? 0)
  }
}

extension [Layer] {
  fileprivate func has(_ sound: Layer.Sound) -> Bool { contains { $0.sound == sound } }

  /// These layers and `others`, each of which replaces one of the same sound.
  func replaced(by others: [Layer]) -> [Layer] { filter { !others.has($0.sound) } + others }

  var exceededLimit: PlanLimit? {
    if count > 8 { return .layers }
    func isPossible(_ layer: Layer) -> Bool {
      layer.time.isUpTo(PlanLimit.longest) && layer.length?.isSessionTime ?? true
    }
    return allSatisfy(isPossible) ? lazy.compactMap(\.volume.limitAsVolume).first : .length
  }
}

extension Layer {
  fileprivate func mappingFile(_ rename: FileRenaming) -> Layer {
    var layer = self
    layer.sound = sound.mappingFile(rename)
    return layer
  }
}

extension Layer.Sound {
  fileprivate func mappingFile(_ rename: FileRenaming) -> Layer.Sound {
    guard case .file(let name) = self else { return self }
    return .file(rename(name, .layer) ?? name)
  }
}

// MARK: - In words and in the protocol

extension Layer {
  /// "rain 60%", "drone A2 50% from the settling on", "fire 40% at 5 minutes for 10 minutes".
  func words(_ wording: Wording) -> String {
    sounding + (time > .zero ? " at \(time.exact(wording))" : "")
      + (length.map { " for \($0.exact(wording))" } ?? "")
  }

  /// The same without its times.
  fileprivate var sounding: String {
    "\(name) \(volume)%" + (isHeardWhileSettling ? " from the settling on" : "")
  }

  /// The name of the file, or the built-in sound as it is typed: `drone A2`.
  var name: String { sound.path.map(Speech.name(ofFile:)) ?? sound.spelled }
}

extension Layer: JSONRecord {
  package var members: [String: any JSONValue] {
    [
      "at": time, "file": sound.path, "fromSettling": beginsWithSettling, "length": length,
      "pitch": sound.pitch?.name, "sound": sound.name ?? "file", "volume": volume,
    ]
  }
}

// MARK: - Typing

extension UnderClause {
  static let words = Layer.Sound.builtIn.compactMap(\.name) + ["drone", "off"]
  private static let vocabulary = Vocabulary(
    words,
    hints: [
      "noise": "white", "ocean": "waves", "sea": "waves", "river": "stream", "fireplace": "fire",
    ])

  private static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    if try arguments.takesOff() { return .change(.under([])) }
    let word = try arguments.take(needs: "a sound, such as 'under rain 60'")
    let sound = try sound(word, &arguments)
    guard let next = arguments.next else { return .change(.layer(Layer(sound))) }
    if try arguments.takesOff() { return .change(.removeLayer(sound)) }
    let sign = next.leadingSign
    if !sign.isEmpty {
      _ = arguments.takeFirst()
      let count = try Arguments.count(in: next.dropFirst(), example: "under rain \(sign)5")
      try arguments.end(takes: "one sound and one volume")
      return .change(.layerVolume(sound, by: sign == "+" ? count : -count))
    }
    var layer = Layer(sound)
    if next.beginsWithDigit {
      _ = arguments.takeFirst()
      let digits = next.utf8.last == UInt8(ascii: "%") ? Substring(next.utf8.dropLast()) : next
      layer.volume = try Arguments.count(in: digits, example: "under rain 60")
    }
    while let word = arguments.next {
      switch word.lowercased() {
      case "at": layer.time = try time(&arguments)
      case "for": layer.length = try time(&arguments)
      default:
        guard !layer.isTimed,
          arguments.takeAll().map({ $0.lowercased() }) == ["from", "settling"]
        else {
          throw .unexpected(
            QuotedInput(word), command: "under",
            takes: "a sound, a volume, and 'from settling' or 'at 5m for 10m'")
        }
        layer.beginsWithSettling = true
      }
    }
    return .change(.layer(layer))
  }

  private static func time(_ arguments: inout Arguments) throws(LineError) -> Duration {
    let word = arguments.takeFirst() ?? ""
    guard let time = arguments.takeTime() else {
      throw .missing(command: "under", needs: "a time after '\(word)', such as '\(word) 5m'")
    }
    return try PlanTime.parse(time, forms: "5m or 12:30")
  }

  private static func sound(
    _ word: Substring, _ arguments: inout Arguments
  ) throws(LineError) -> Layer.Sound {
    if let name = try FileName.parse(word, of: "under") { return .file(name) }
    guard case .found(let name) = vocabulary.match(word) else {
      throw .notAChoice(
        QuotedInput(word), command: "under",
        nearest: vocabulary.nearest(to: word).map { "under \($0)" },
        choices: words.dropLast(2) + ["drone A2", "a file such as ./sea.flac", "off"])
    }
    guard name == "drone" else {
      return Layer.Sound.builtIn.first { $0.name == name } ?? .rain
    }
    let tone = try arguments.take(needs: "a tone after 'drone', such as 'under drone A2'")
    guard let pitch = Pitch(tone) else {
      throw .wrong(QuotedInput(tone), "is not a tone. Write A2, C#3 or Bb1, from A0 to A5.")
    }
    return .drone(pitch)
  }
}

extension Layer.Sound {
  /// The sound as it is typed: `rain`, `drone A2`, `./sea.flac`.
  package var spelled: String { path.map(FileName.spell) ?? description }
}

extension Layer {
  /// The arguments of the command that adds it, with the `%` that `StoredPlan.onPresentScale` expects.
  var spelled: String {
    let times =
      (time > .zero ? " at \(TimeText.brief(time))" : "")
      + (length.map { " for \(TimeText.brief($0))" } ?? "")
    return "\(sound.spelled) \(volume)%" + (isHeardWhileSettling ? " from settling" : times)
  }
}
