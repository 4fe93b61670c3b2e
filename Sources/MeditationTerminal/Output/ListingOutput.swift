import Glibc
import MeditationLines
import MeditationScreens
import MeditationText

/// Where a command prints listings and exits: a terminal, or a pipe.
package struct ListingOutput {
  /// In a pipe, the rows are in words.
  package let rendering: Rendering
  /// The width of the terminal; `nil` in a pipe.
  private let width: Int?
  private let paint: Paint
  /// `nil` in a pipe, whose lines are in UTF-8.
  private let glyphs: Glyphs?

  /// The output on `descriptor`.
  ///
  /// - Parameter plain: True to write rows in words on a terminal as well.
  package init(
    descriptor: Int32, plain: Bool, color: ColorOption, environment: [String: String]
  ) {
    let isTerminal = isatty(descriptor) == 1
    glyphs = isTerminal ? Glyphs.choose(environment: environment) : nil
    rendering = isTerminal && !plain && environment["TERM"] != "dumb" ? .live : .plain
    width = isTerminal ? TerminalSize.now(of: descriptor).columns : nil
    paint = Paint(
      isOn: ColorPolicy.usesColor(
        option: color, environment: environment, isTerminal: rendering == .live))
  }

  /// How texts are worded: those that are read aloud have `times`.
  package func wording(_ times: Wording.Times) -> Wording {
    rendering == .plain ? .aloud(times) : .screen
  }

  package func lines(of listing: Listing) -> [String] {
    painted(ListingText.lines(of: listing, rendering: rendering, width: width))
  }

  package func lines(of form: SetForm, wording: Wording) -> [String] {
    painted(
      ListingText.lines(of: form, wording: wording, rendering: rendering, width: width))
  }

  private func painted(_ lines: [(text: String, style: RowStyle)]) -> [String] {
    lines.flatMap { text, style in
      WrappedText.rows(of: glyphs?.shown(text) ?? text, width: width).map { paint($0, as: style) }
    }
  }
}
