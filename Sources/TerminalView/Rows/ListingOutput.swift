import Foundation
package import SessionControl

/// Where a command prints listings and exits: a terminal, or a pipe.
package struct ListingOutput {
  /// In a pipe, the rows are in words.
  package let rendering: Rendering
  private let width: Int?
  private let paint: Paint

  /// The output on `descriptor`.
  ///
  /// - Parameter plain: Whether the rows are in words on a terminal, too.
  package init(
    descriptor: Int32, plain: Bool, color: ColorOption, environment: [String: String]
  ) {
    let isTerminal = isatty(descriptor) == 1
    rendering = isTerminal && !plain && environment["TERM"] != "dumb" ? .live : .plain
    width = rendering == .live ? TerminalSize.now(of: descriptor).columns : nil
    paint = Paint(
      isOn: ColorPolicy.usesColor(
        option: color, environment: environment, isTerminal: rendering == .live))
  }

  /// How texts are worded: those that are read aloud have `times`.
  package func wording(_ times: Wording.Times) -> Wording {
    rendering == .plain ? .aloud(times) : .screen
  }

  /// The lines of `listing`.
  package func lines(of listing: some Listing) -> [String] {
    ListingText.lines(of: listing, rendering: rendering, width: width).map {
      paint($0.text, as: $0.style)
    }
  }
}
