import Testing
import Text

@Suite("What a terminal does with a character") struct TerminalEffectTests {
  @Test(
    "is decided once, for all who show text",
    arguments: [
      ("a", .letter), ("é", .letter), ("海", .letter), ("\u{0600}", .letter), ("\u{E0A0}", .letter),
      (" ", .space), ("\u{A0}", .space), ("\u{3000}", .space),
      ("\u{301}", .mark), ("\u{FE0F}", .mark), ("\u{200C}", .mark), ("\u{200D}", .mark),
      ("\t", .move), ("\n", .move), ("\u{85}", .move), ("\u{2028}", .move), ("\u{2029}", .move),
      ("\u{0}", .unsafe), ("\u{1B}", .unsafe), ("\u{7F}", .unsafe), ("\u{9B}", .unsafe),
      ("\u{202E}", .unsafe), ("\u{200B}", .unsafe), ("\u{FEFF}", .unsafe), ("\u{3164}", .unsafe),
      ("\u{E0041}", .unsafe), ("\u{FFFE}", .unsafe),
    ] as [(Unicode.Scalar, TerminalEffect)])
  func effect(scalar: Unicode.Scalar, effect: TerminalEffect) {
    #expect(TerminalEffect(of: scalar) == effect)
    let isShown = effect != .move && effect != .unsafe
    #expect(Echo(String(scalar)).text == (isShown ? String(scalar) : "\u{FFFD}"))
    #expect("a\(scalar)b".harmless == (isShown ? "a\(scalar)b" : "ab"))
  }
}
