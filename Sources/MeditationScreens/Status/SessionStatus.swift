import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationText

/// The status of a session while listening, as a status line shows it.
package struct SessionStatus: Hashable, Sendable {
  package var transport: Transport
  /// The current song's title; in a silence, the name of the part, `silence` or `settling`.
  package var title: String
  /// The position in the current song or, in a silence, in the part; while settling, the time to go.
  package var position: Duration
  /// The current song's length or, in a silence, the part's; `nil` if unknown.
  package var length: Duration?
  /// The current song's waveform in equal steps, 0 to 255; empty until it is known.
  package var peaks: [UInt8]
  /// The current song's position in the session, from 1; `nil` in a silence.
  package var place: Int?
  package var count: Int
  /// The session time; negative while settling.
  package var elapsed = Duration.zero
  package var left: TimeLeft
  /// The volume in percent, 0 to 100.
  package var volume: Int
  package var level = Level.off
  /// True if the level applies from the next song on, because the current one began with another.
  package var isLevelAhead = false
  /// The gain in dB that brings the current song to the common loudness; `nil` if it has none.
  package var gain: Double?
  /// How much of the current song is measured, in percent; `nil` unless it waits for that to begin.
  package var measured: Int?
  /// True if nothing is heard, because there is no sound device.
  package var isWithoutDevice = false
  /// Remarks that hold for a while, such as that the session is locked.
  package var reminders: [String] = []
  /// The song that follows the last: the first, the last again, or none.
  package var repeats = Repeat.off
  /// The seed of a shuffled order; `nil` if it is not shuffled.
  package var seed: Int?
  /// How often the device ran out of sound.
  package var underrunCount = 0
  /// For how long in all.
  package var underrunTime = Duration.zero
  /// The status of the plan; `nil` if only songs are planned, and no silence plays.
  package var sit: SitStatus?
}

// MARK: - Wording

extension SessionStatus {
  package static let noDevice = "no sound device"

  /// The time on a clock, rounded as by a kitchen timer: `12:34`, passed or left; `-0:07` while settling.
  package func time(on face: ClockFace) -> String {
    let isKnown = !left.isMore || left.known > .zero
    if face == .left, isKnown { return left.known.roundedUp.timeText }
    return elapsed.roundedDown.signedTimeText
  }

  /// The current song's position in the session, or the title of a silence.
  package var placement: String { place.map { "song \($0) of \(count)" } ?? title }

  package var loudness: String { "volume \(volume)%" }

  /// The level and the gain of the current song; empty with the level off.
  var leveling: [String] {
    if let measuring { return [measuring] }
    if isLevelAhead { return ["level \(level.rawValue) from the next song on"] }
    return level == .off && gain == nil ? [] : ["level \(level.words(gain: gain))"]
  }

  /// Why the song does not sound yet: its loudness is measured; `nil` if it is not.
  package var measuring: String? { measured.map { "measuring its loudness: \($0)%" } }

  /// The position in the song or the silence, for a rendering without symbols.
  package func progress(_ wording: Wording = .screen) -> String {
    let position = position.text(wording)
    return switch (sit?.segment ?? .song, length?.text(wording)) {
    case (.settling, _): "\(position) to go"
    case (_, let length?): "\(position) of \(length)"
    case (.silence, nil): position
    case (.song, nil): "\(position) of unknown length"
    }
  }

  /// Short remarks beside the song, the most needed first.
  package var remarks: [String] {
    let place = place == nil ? [] : [placement]
    return exceptions + (measuring.map { [$0] } ?? [])
      + (sit.map { $0.symbols(left: left) + place } ?? place + [left.symbols])
      + [loudness] + (measuring == nil ? leveling : []) + habits
  }

  private var exceptions: [String] {
    (isWithoutDevice ? [Self.noDevice] : []) + reminders
  }

  /// The last remark to go as the line gets narrow: the missing device, or the time left if known.
  package var mostNeeded: String? {
    if isWithoutDevice { return Self.noDevice }
    if let sit { return sit.symbols(left: left).first }
    return left.isMore && left.known == .zero ? nil : "left \(left.short)"
  }

  /// The time left and, with a plan, the session time, the next bell and the breath, in words.
  package func prospects(_ wording: Wording) -> String {
    sit?.words(left: left, wording).joined(separator: ", ") ?? left.words(wording)
  }

  package var habits: [String] {
    (repeats == .off ? [] : [repeats == .one ? "repeat one" : "repeat"])
      + (seed.map { ["seed \($0)"] } ?? [])
  }

  /// The gaps in the sound because the machine was busy.
  private var dropouts: [String] {
    underrunCount == 0
      ? [] : ["\(counted(underrunCount, "underrun")) of \(underrunTime.fewSeconds) in all"]
  }

  /// The device, the lock, the volume and the playing modes, which change rarely.
  package var circumstances: String {
    let habits =
      (repeats == .off ? [] : ["repeat \(repeats)"])
      + (seed.map { ["shuffled with seed \($0)"] } ?? [])
    return (exceptions + [loudness] + leveling + habits + dropouts)
      .joined(separator: ", ")
  }
}
