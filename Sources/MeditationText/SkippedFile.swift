/// A file that was left out of the list, with the reason, or a note about one. Both texts are clean.
package struct SkippedFile: Equatable, Sendable {
  /// The path as the user would write it, safe to print on a terminal.
  package let name: String
  /// A clause to show after the name, such as "the file is empty".
  package let reason: String
  /// True if it is only a note: nothing was left out.
  package let isNote: Bool

  package init(name: String, reason: String, isNote: Bool = false) {
    (self.name, self.reason, self.isNote) = (name, reason, isNote)
  }
}
