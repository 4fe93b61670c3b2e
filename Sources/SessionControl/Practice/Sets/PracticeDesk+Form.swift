import Practice

/// The form in which a set gets its name.
extension PracticeDesk {
  func openForm(for client: Client, name: SetName? = nil) -> Reply {
    .declined(name.map { .set(.taken($0.text)) } ?? .badName(.empty))
  }
}
