import Text

/// How texts are worded.
public enum Wording: Hashable, Sendable {
  /// For a screen: with symbols, and each time in the form that suits its place.
  case screen
  /// To be read aloud: without symbols, and all times in one form.
  case aloud(Times)

  /// The form of the times that are read aloud.
  public enum Times: String, CaseIterable, Sendable {
    /// `1:05:00`
    case clock
    /// `1 hour 5 minutes`
    case words
  }

  /// Whether the text is to be read aloud.
  public var isAloud: Bool { self != .screen }
}

extension Duration {
  /// The time in whole seconds, rounded down: `1:05:00`, "1 hour 5 minutes".
  package func text(_ wording: Wording) -> String {
    wording == .aloud(.words)
      ? Duration.seconds(max(0, components.seconds)).exactWords : timeText
  }

  /// The time that is left in whole seconds, rounded up: `0:09`, "9 seconds".
  package func countdown(_ wording: Wording) -> String { roundedUp.text(wording) }

  /// The time to the nanosecond: `0:12.5`, "12.5 seconds".
  ///
  /// - Parameter self: Not negative.
  package func exact(_ wording: Wording) -> String {
    wording == .aloud(.words) ? exactWords : TimeText.exact(self)
  }

  /// The same, on a screen with its units, which cannot be mistaken for others: "20 minutes".
  ///
  /// - Parameter self: Not negative.
  func value(_ wording: Wording) -> String {
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
  ///
  /// - Parameter self: Not negative.
  func seconds(_ wording: Wording) -> String {
    wording == .screen ? "\(TimeText.decimal(self)) s" : value(wording)
  }
}
