import CMeditationPulse
import Testing

/// Where the sound is heard, as servers tell it. A card with ports needs hardware; these are its changes.
@Suite struct PulseLossTests {
  struct Row: Sendable {
    var title: String
    var change: pulse_change
    var isLoss: Bool

    init(
      _ title: String, _ place: pulse_place, from before: pulse_kind, to now: pulse_kind,
      was: pulse_presence, is presence: pulse_presence, isLoss: Bool
    ) {
      self.title = title
      change = pulse_change(place: place, before: before, now: now, was: was, is: presence)
      self.isLoss = isLoss
    }
  }

  @Test(
    "the sound would be heard by others, or the user wants it there",
    arguments: [
      Row(
        "a sink was removed: a headset out of reach, USB unplugged", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: true),
      Row(
        "loudspeakers were removed", PULSE_OTHER_SINK,
        from: PULSE_OTHER, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE, isLoss: true),
      Row(
        "the headphones of another sink were unplugged, which stays", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: true),
      Row(
        "the user moved it to another sink", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_THERE, isLoss: false
      ),
      Row(
        "so, from a jack that cannot tell", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_MAYBE_THERE, is: PULSE_MAYBE_THERE,
        isLoss: false),
      Row(
        "so, after its headphones were said to be gone", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_NOT_THERE, is: PULSE_NOT_THERE,
        isLoss: false),
      Row(
        "a headset changed its profile, or was plugged in", PULSE_OTHER_SINK,
        from: PULSE_HEADPHONES, to: PULSE_HEADPHONES, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: false),
      Row(
        "headphones were plugged in, for which a sink replaces another", PULSE_OTHER_SINK,
        from: PULSE_SPEAKERS, to: PULSE_HEADPHONES, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: false),
      Row(
        "headphones were unplugged, and the server changed the port", PULSE_OTHER_PORT,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: true),
      Row(
        "so, from a jack that cannot tell", PULSE_OTHER_PORT,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_MAYBE_THERE, is: PULSE_MAYBE_THERE,
        isLoss: true),
      Row(
        "the user chose the speakers while the headphones are plugged in", PULSE_OTHER_PORT,
        from: PULSE_HEADPHONES, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_THERE, isLoss: false
      ),
      Row(
        "headphones were plugged in, and the speakers are off", PULSE_OTHER_PORT,
        from: PULSE_SPEAKERS, to: PULSE_HEADPHONES, was: PULSE_MAYBE_THERE, is: PULSE_NOT_THERE,
        isLoss: false),
      Row(
        "a television was unplugged", PULSE_OTHER_PORT,
        from: PULSE_OTHER, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE, isLoss: true),
      Row(
        "headphones were unplugged, and the port stays", PULSE_SAME_PLACE,
        from: PULSE_HEADPHONES, to: PULSE_HEADPHONES, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: true),
      Row(
        "headphones were plugged in", PULSE_SAME_PLACE,
        from: PULSE_HEADPHONES, to: PULSE_HEADPHONES, was: PULSE_NOT_THERE, is: PULSE_THERE,
        isLoss: false),
      Row(
        "speakers are off before the port changes to headphones", PULSE_SAME_PLACE,
        from: PULSE_SPEAKERS, to: PULSE_SPEAKERS, was: PULSE_THERE, is: PULSE_NOT_THERE,
        isLoss: false),
    ])
  func changes(row: Row) {
    #expect(pulse_is_loss(row.change) == row.isLoss, "\(row.title)")
  }
}
