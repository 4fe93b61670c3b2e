import Text

extension SetName {
  /// This name, then "Evening 2", "Evening 3" and so on; a name that is too long is shortened.
  func numbered(_ number: Int) -> SetName {
    guard number > 1 else { return self }
    var stem = text
    while !stem.isEmpty {
      if let name = try? SetName("\(stem) \(number)") { return name }
      stem.removeLast()
      stem = stem.trimmed
    }
    return self
  }

  /// The name in `names` that is probably meant.
  func nearest(in names: [SetName]) -> String? {
    let found = Spelling.nearest(to: folded, in: names.map(\.folded))
    return names.first { $0.folded == found }?.text
  }

  /// The name as a list sorts it.
  var sortKey: [UInt8] {
    var key: [UInt8] = []
    NaturalText.append(FoldedText.bytes(of: text), to: &key)
    return key + [0] + text.utf8
  }
}
