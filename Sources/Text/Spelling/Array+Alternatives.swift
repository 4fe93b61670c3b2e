extension [String] {
  /// The words as a list of alternatives: "pick, play or pause". A long list is shortened.
  package var alternatives: String {
    if count > 12 { return ([String](prefix(4)) + ["one of \(count - 4) more"]).alternatives }
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
