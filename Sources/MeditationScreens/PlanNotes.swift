import MeditationCore
import MeditationEngine
import MeditationPlan
import MeditationText

/// Something to know about a plan beforehand.
struct PlanNote: Equatable, Sendable {
  let text: String
  /// True if the session will differ from what its plan says.
  var differs = false
}

/// The notes on a plan, in one list.
struct PlanNotes {
  private let outlook: PlanOutlook
  private let plan: Plan
  private let bellIsCut: Bool
  private let lacksSpeech: Bool
  private let lostDevice: String?
  private let softness: Double?
  private let wording: Wording

  /// Creates the notes.
  ///
  /// - Parameters:
  ///   - bellIsCut: True if only the beginning of the bell's file is heard.
  ///   - lacksSpeech: True if there is no program to speak a guide.
  ///   - lostDevice: The reason why the sound device is gone, if it is.
  ///   - softness: How many dB softer the music is than the bells expect, if that is known.
  ///   - wording: How times are worded.
  init(
    _ outlook: PlanOutlook, bellIsCut: Bool = false, lacksSpeech: Bool = false,
    lostDevice: String?, softness: Double? = nil, wording: Wording = .screen
  ) {
    (self.softness, self.wording) = (softness, wording)
    (self.bellIsCut, self.lacksSpeech) = (bellIsCut, lacksSpeech)
    self.outlook = outlook
    plan = outlook.plan
    self.lostDevice = lostDevice
  }

  /// All notes.
  var all: [PlanNote] {
    let different =
      bellsWithoutEnd + lateBells + lateOpenings + longVoices + [lostLines, cutBell]
    return Self.notes([fit, unknownLengths]) + Self.notes(different, differs: true)
      + Self.notes(longClosings + [softMusic, silentEnd, silentGuide, device])
  }

  /// The notes at the start of a session: where it differs from its words, or ends without a sound.
  var atStart: [PlanNote] { all.filter(\.differs) + Self.notes([silentEnd]) }

  private static func notes(_ texts: [String?], differs: Bool = false) -> [PlanNote] {
    texts.compactMap { $0.map { PlanNote(text: $0, differs: differs) } }
  }

  /// How songs and length fit together; `nil` if they simply do.
  private var fit: String? {
    guard outlook.songs.count > 0 else {
      return plan.outlastsSongs
        ? nil : "No songs are picked; 'for 20m' makes this a session of silence and bells."
    }
    switch plan.length {
    case .songs where !(plan.parts.last?.hasMusic ?? true):
      return "The music waits, and no length is planned: the session ends with 'finish'."
    case .songs:
      return outlook.isRepeating ? "The songs repeat: the session ends with 'finish'." : nil
    case .open:
      return outlook.musicEnd.map {
        "The songs end at \($0.text(wording)); then there is silence. 'repeat on' begins them again."
      }
    case .time(let end):
      guard let music = outlook.musicEnd, music != end else { return longer(than: end) }
      guard music < end else {
        let excess = (music - end).text(wording)
        return "The songs are \(excess) longer than the session: \(cut(at: end))."
      }
      let rest = (end - music).text(wording)
      return "The songs are \(rest) shorter than the session: silence from "
        + "\(music.text(wording)) on; 'repeat on' begins the songs again."
    }
  }

  /// Warns if the known lengths alone exceed the session.
  private func longer(than end: Duration) -> String? {
    guard !outlook.isRepeating, outlook.elapsed == nil, outlook.songs.length > end else {
      return nil
    }
    return "The songs are longer than the session: \(cut(at: end))."
  }

  private func cut(at end: Duration) -> String {
    "the music \(plan.fade > .zero ? "fades" : "stops") at \(end.text(wording))"
  }

  private var unknownLengths: String? {
    let count = outlook.songs.unknownCount
    guard count > 0, !outlook.isRepeating, outlook.musicEnd == nil,
      plan.end.map({ longer(than: $0) == nil }) ?? true
    else { return nil }
    return "The length of \(counted(count, "song")) is unknown, and so is when the music ends."
  }

  /// Warns of bells whose times follow from a length that their part does not have.
  private var bellsWithoutEnd: [String?] {
    let kinds = plan.parts.filter { $0.duration == nil }.flatMap(\.bells).compactMap { rule in
      switch rule.times {
      case .random: "Random bells"
      case .beforeEnd: "Bells before the end"
      case .every, .at: nil as String?
      }
    }
    return ["Random bells", "Bells before the end"].filter(kinds.contains).map {
      "\($0) need a length, such as 'for 20m'; there are none without."
    }
  }

  /// Warns of bells that come too late.
  private var lateBells: [String?] {
    plan.parts.enumerated().flatMap { index, part -> [String?] in
      guard let length = part.duration else { return [] }
      return part.bells.indices.map { late(rule: $0, ofPart: index, length) }
    }
  }

  private func late(rule index: Int, ofPart part: Int, _ length: Duration) -> String? {
    let late: String
    switch plan.parts[part].bells[index].times {
    case .random: return nil
    case .every, .beforeEnd:
      guard outlook.firstBells(1, of: index, inPart: part).isEmpty else { return nil }
      late = "The bells never come"
    case .at(let times):
      let count = times.count { $0 > length - Timetable.quietBeforeEnd }
      guard count > 0 else { return nil }
      late =
        count == times.count
        ? "The bells never come" : "\(count) of \(times.count) bells never come"
    }
    return plan.hasParts
      ? "\(late): \(plan.name(ofPart: part)) is \(length.text(wording)) long."
      : "\(late): the session ends at \(length.text(wording))."
  }

  /// Warns of strokes that open a part and come too late, because the ones that close the part before come
  /// first.
  private var lateOpenings: [String?] {
    plan.parts.indices.dropFirst().map { index in
      let (struck, planned) = plan.openingStrokes(ofPart: index)
      guard struck < planned, !plan.parts[index - 1].closing.isNone else { return nil }
      let what = struck == 0 ? "is not opened" : "is opened by \(struck) of \(planned) strokes"
      return "\(plan.name(ofPart: index)) \(what): it ends too soon after the closing of "
        + "\(plan.name(ofPart: index - 1))."
    }
  }

  /// Tells which closing rolls go on in the next part, or after the end.
  private var longClosings: [String?] {
    plan.soundingParts.enumerated().map { index, part in
      guard case .roll(let length) = part.closing.form else { return nil }
      let time = length.text(wording)
      return index == plan.parts.count - 1
        ? "The closing roll begins at the end, and goes on for \(time)."
        : "The roll that closes \(plan.name(ofPart: index)) goes on for \(time) in "
          + "\(plan.name(ofPart: index + 1))."
    }
  }

  /// Warns of voices that the end cuts off, or that it leaves out.
  private var longVoices: [String?] {
    guard let end = plan.end else { return [] }
    return plan.voices.map { voice in
      if voice.begin >= end {
        return "The voice \(voice.name) never comes: the session ends at \(end.text(wording))."
      }
      guard let last = voice.end, last > end else { return nil }
      return "The voice \(voice.name) is \((last - end).text(wording)) longer than the session."
    }
  }

  /// Warns of lines of the guide that never come.
  private var lostLines: String? {
    guard let guide = plan.guide else { return nil }
    let count = plan.guideLines(end: outlook.end).count
    return guide.lines.count > count
      ? "\(counted(guide.lines.count - count, "line")) of the guide never \(guide.lines.count - count == 1 ? "comes" : "come")."
      : nil
  }

  private var cutBell: String? { bellIsCut ? PracticeNews.text(cut: nil) : nil }

  /// Warns if nothing marks the session's end: neither a bell nor music that stops.
  var silentEnd: String? {
    guard let end = plan.end, plan.closing.isNone else { return nil }
    if outlook.songs.count > 0 {
      guard let music = outlook.musicEnd, music < end else { return nil }
    }
    return "No bell at the end: 'closing 3' adds one."
  }

  private var silentGuide: String? {
    lacksSpeech && plan.guide != nil
      ? "No speech program: the guide is printed only. The setting 'speak' names one." : nil
  }

  /// Smaller differences, in dB, are not mentioned.
  private static let softnessTold = 6.0

  /// Warns of bells that are loud beside the music.
  private var softMusic: String? {
    guard let softness, softness >= Self.softnessTold, plan.hasBells, plan.level == nil else {
      return nil
    }
    let percent = Int((VolumeCurve.percent(decibels: -softness) / 5).rounded()) * 5
    guard plan.bell.volume > percent else { return nil }
    return
      "The bells are loud beside the music, which is \(Int(softness.rounded())) dB softer than they "
      + "suit: 'level on' raises it, 'bell volume \(max(percent, 5))' lowers them."
  }

  private var device: String? { lostDevice.map { "The sound device is gone: \($0)." } }
}
