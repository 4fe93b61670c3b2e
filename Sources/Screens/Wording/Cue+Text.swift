public import Score
import Text

extension Cue {
  /// The line about a stroke as it happens: "Bell 2 at 10:00."; `nil` for the end.
  public func text(in plan: Plan, _ wording: Wording = .screen) -> String? {
    switch kind {
    case .opening: "Opening bell\(Self.place(stroke, of: plan.opening))."
    case .bell: "Bell \(stroke) at \(time.text(wording))."
    case .closing: "Closing bell\(Self.place(stroke, of: plan.closing))."
    case .end: nil
    }
  }

  private static func place(_ stroke: Int, of count: Int) -> String {
    count > 1 ? " \(stroke) of \(count)" : ""
  }
}
