import Glibc
import MeditationLines
import MeditationScreens
import MeditationText

/// The output of a command that prints listings and exits: a terminal, or a pipe.
package struct ListingOutput {
  /// Plain in a pipe.
  package let rendering: Rendering
  /// The width of the terminal; `nil` in a pipe.
  private let width: Int?
  private let paint: Paint
  /// `nil` in a pipe, which gets UTF-8.
  private let glyphs: Glyphs?

  /// The output on `descriptor`.
  ///
  /// - Parameter plain: True to use words on a terminal, too.
  package init(descriptor: Int32, plain: Bool, color: ColorOption, environment: [String: String]) {
    let isTerminal = isatty(descriptor) == 1
    glyphs = isTerminal ? Glyphs.choose(environment: environment) : nil
    rendering = isTerminal && !plain && environment["TERM"] != "dumb" ? .live : .plain
    width = isTerminal ? TerminalSize.now(of: descriptor).columns : nil
    paint = Paint(isOn: color.usesColor(environment: environment, isTerminal: rendering == .live))
  }

  /// The wording of texts; those to be read aloud have `times`.
  package func wording(_ times: Wording.Times) -> Wording {
    rendering == .plain ? .aloud(times) : .screen
  }

  package func lines(of listing: Listing) -> [String] {
    painted(ListingText.entries(of: listing, rendering: rendering, width: width))
  }

  package func lines(of form: SetForm, wording: Wording) -> [String] {
    painted(ListingText.entries(of: form, wording: wording, rendering: rendering, width: width))
  }

  private func painted(_ entries: [ListingText.Entry]) -> [String] {
    entries.joined().flatMap { text, style in
      WrappedText.rows(of: glyphs?.shown(text) ?? text, width: width).map { paint($0, as: style) }
    }
  }
}
