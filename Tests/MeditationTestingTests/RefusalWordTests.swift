import CommandLanguage
import MeditationCore
import Testing

@Suite("The words of refusals") struct RefusalWordTests {
  @Test("a script can expect each reason that there is, and no other")
  func words() {
    #expect(
      RefusalWord.allCases.map(\.rawValue).sorted()
        == Refusal.Word.allCases.map(\.rawValue).sorted())
  }
}
