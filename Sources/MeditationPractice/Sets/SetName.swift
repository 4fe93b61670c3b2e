import MeditationText

/// The name of a set, which is also the name of its file: not empty, at most 60 characters and 200
/// bytes, without slashes and control characters, and not beginning with a dot or a dash.
package struct SetName: Hashable, Sendable {
  /// The name as given, without surrounding blanks.
  package let text: String

  /// Why a text cannot be the name of a set.
  package enum Problem: Error, Hashable, Sendable {
    case empty
    case tooLong
    case slash
    case control
    /// It begins with a dot, as a hidden file, or with a dash, as an option.
    case beginning
    /// A length or a number, which `sit` takes for a time. An existing set keeps such a name.
    case length
  }

  package init(_ text: String) throws(Problem) {
    let trimmed = text.trimmed
    guard let first = trimmed.unicodeScalars.first else { throw .empty }
    guard trimmed.count <= 60, trimmed.utf8.count <= 200 else { throw .tooLong }
    guard !trimmed.unicodeScalars.contains("/") else { throw .slash }
    // Repeated blanks are harmless, and cleaned to one.
    guard CleanText.clean(trimmed) == trimmed.split(separator: " ").joined(separator: " ") else {
      throw .control
    }
    guard first != ".", first != "-" else { throw .beginning }
    self.text = trimmed
  }

  package init(new text: String) throws(Problem) {
    try self.init(text)
    let isLength = ["songs", "open"].contains(folded) || (try? TimeText.parse(self.text)) != nil
    guard !isLength else { throw .length }
  }

  /// The name in lower case, for comparison.
  package var folded: String { text.lowercased() }

  package static func == (one: SetName, other: SetName) -> Bool { one.folded == other.folded }
  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

// MARK: - In a list

extension SetName {
  /// This name or, if a new set cannot have it, one with "Set" before it: "Set 20m".
  var asNew: SetName {
    (try? SetName(new: text)) ?? (try? SetName(new: "Set \(text)")) ?? self
  }

  /// This name, then "Evening 2", "Evening 3" and so on, shortened if necessary.
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

  func nearest(in names: [SetName]) -> String? {
    let found = Vocabulary(names.map(\.folded)).nearest(to: folded[...])
    return names.first { $0.folded == found }?.text
  }

  var sortKey: [UInt8] {
    var key: [UInt8] = []
    NaturalText.append(FoldedText.bytes(of: text), to: &key)
    return key + [0] + text.utf8
  }
}
