package enum Wording: Hashable, Sendable {
  /// For a screen: with symbols, and each time in the form that suits its place.
  case screen
  /// To be read aloud: without symbols, and all times in one form.
  case aloud(Times)

  /// The form of the times that are read aloud.
  package enum Times: String, CaseIterable, Sendable {
    /// `1:05:00`
    case clock
    /// `1 hour 5 minutes`
    case words
  }

  package var isAloud: Bool { self != .screen }
}

/// A count with its noun: "1 song", "2 songs".
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

// MARK: - Times

// `exact`, `value` and `seconds` are for times that are not negative.
extension Duration {
  /// The time to the nearest second: `1:05:00`, "1 hour 5 minutes".
  package func text(_ wording: Wording) -> String {
    wording == .aloud(.words) ? max(inWholeSeconds, .zero).exactWords : timeText
  }

  /// The time to the nanosecond: `0:12.5`, "12.5 seconds".
  package func exact(_ wording: Wording) -> String {
    wording == .aloud(.words) ? exactWords : TimeText.exact(self)
  }

  /// To the nanosecond, on a screen in words: "20 minutes", as `20:00` could also mean hours.
  package func value(_ wording: Wording) -> String {
    wording == .aloud(.clock) ? TimeText.exact(self) : exactWords
  }

  /// A total: "1 h 5 min", `1:05:12`, "1 hour 5 minutes".
  package func total(_ wording: Wording) -> String {
    switch wording {
    case .screen: unitText
    case .aloud(.clock): timeText
    case .aloud(.words): words
    }
  }

  /// A few seconds: "4 s", `0:04`, "4 seconds".
  package func seconds(_ wording: Wording) -> String {
    wording == .screen ? "\(TimeText.decimal(self)) s" : value(wording)
  }

  /// A short time to a tenth of a second, or a hundredth if it is shorter than that: "0.4 s".
  package var fewSeconds: String {
    let hundredths = Int(self / .milliseconds(10) + 0.5)
    if hundredths == 0 { return "less than 0.01 s" }
    if hundredths < 10 { return "0.0\(hundredths) s" }
    let tenths = (hundredths + 5) / 10
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// The time in hours and minutes: "1 hour 5 minutes"; in seconds below a minute.
  package var words: String {
    let seconds = max(0, Int(wholeSeconds))
    return Duration.seconds(seconds < 60 ? seconds : seconds - seconds % 60).exactWords
  }

  /// The time to the nanosecond, with its units: "1 hour 10 minutes", "2.5 seconds".
  private var exactWords: String {
    let (seconds, attoseconds) = components
    let (hours, minutes) = (Int(seconds / 3600), Int(seconds / 60 % 60))
    let rest = Duration(secondsComponent: seconds % 60, attosecondsComponent: attoseconds)
    var words = [(hours, "hour"), (minutes, "minute")].filter { $0.0 > 0 }.map(counted)
    if rest > .zero || words.isEmpty {
      words.append(rest == .seconds(1) ? "1 second" : "\(TimeText.decimal(rest)) seconds")
    }
    return words.joined(separator: " ")
  }
}
