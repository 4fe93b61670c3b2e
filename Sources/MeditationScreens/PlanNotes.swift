import Glibc
import MeditationPlan
import MeditationText

struct PlanNotes {
  let outlook: PlanOutlook
  /// The reason why the sound device is gone, if it is.
  var lostDevice: String?
  /// How many dB softer the music is than the bells expect, if that is known.
  var softness: Double?
  let wording: Wording

  private var plan: Plan { outlook.plan }

  /// All notes: those of the clauses, of how songs and length fit together, and of the sound.
  var all: [PlanNote] {
    let others: [(PlanNote.Topic, String?)] = [
      (.songs, fit), (.unknownLengths, unknownLengths), (.softMusic, softMusic), (.device, device),
    ]
    return outlook.notes(
      wording, and: others.compactMap { topic, text in text.map { PlanNote(topic, $0) } })
  }

  /// The notes at the start of a session: where it differs from its words, or ends without a sound.
  var atStart: [PlanNote] { all.filter { $0.differs || $0.topic == .silentEnd } }

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
        if plan.playsWholeSongs {
          return "The session ends with the song that plays at \(end.text(wording))."
        }
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
    return plan.playsWholeSongs
      ? "The session ends with the song that plays at \(end.text(wording))."
      : "The songs are longer than the session: \(cut(at: end))."
  }

  private func cut(at end: Duration) -> String {
    "the music \(plan.fade.out > .zero ? "fades" : "stops") at \(end.text(wording))"
  }

  private var unknownLengths: String? {
    let count = outlook.songs.unknownCount
    guard count > 0, !outlook.isRepeating, outlook.musicEnd == nil,
      plan.end.map({ longer(than: $0) == nil }) ?? true
    else { return nil }
    return "The length of \(counted(count, "song")) is unknown, and so is when the music ends."
  }

  /// Smaller differences, in dB, are not mentioned.
  private static let softnessTold = 6.0

  private var softMusic: String? {
    guard let softness, softness >= Self.softnessTold, plan.hasBells, plan.level == nil else {
      return nil
    }
    // Gain is the cube of the volume.
    let percent = Int((20 * pow(10, -softness / 60)).rounded()) * 5
    guard plan.bell.volume > percent else { return nil }
    return
      "The bells are loud beside the music, which is \(Int(softness.rounded())) dB softer than they "
      + "suit: 'level on' raises it, 'bell volume \(max(percent, 5))' lowers them."
  }

  private var device: String? { lostDevice.map { "The sound device is gone: \($0)." } }
}
