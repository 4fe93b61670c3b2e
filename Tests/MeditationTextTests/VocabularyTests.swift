import Testing

@testable import MeditationText

struct VocabularyTests {
  @Test(
    "slips between words",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("pause", "pause", 0), ("pasue", "pause", 1),
      ("pauze", "pause", 1), ("pase", "pause", 1), ("paause", "pause", 1), ("esuap", "pause", 4),
      ("ca", "abc", 3),
    ])
  func distance(left: String, right: String, slips: Int) {
    #expect(EditDistance.between(Array(left.utf8), Array(right.utf8)) == slips)
    #expect(EditDistance.between(Array(right.utf8), Array(left.utf8)) == slips)
  }

  @Test(
    "one error is allowed in a short word, two in a medium one, three in a long one",
    arguments: [
      ("b", nil), ("bll", "bell"), ("bwl", nil), ("vxixe", "voice"), ("vxixx", nil),
      ("crxxsfxde", "crossfade"), ("crxxxfxde", nil),
    ] as [(Substring, String?)])
  func nearest(typed: Substring, word: String?) {
    #expect(Vocabulary(["bell", "voice", "crossfade"]).nearest(to: typed) == word)
  }
}
