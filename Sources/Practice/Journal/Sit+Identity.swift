extension Sit {
  /// Whether `other` is a record of the same sit: it began in the same second and was as long, to a
  /// second.
  func isSame(as other: Sit) -> Bool {
    Int(began.milliseconds).floored(by: 1_000) == Int(other.began.milliseconds).floored(by: 1_000)
      && (sat - other.sat).magnitude <= .seconds(1)
  }

  /// The same record under another id.
  package func withID(_ id: ID) -> Sit {
    var sit = Sit(id: id, began: began, planned: planned)
    (sit.sat, sit.end, sit.set, sit.plan) = (self.sat, end, set, plan)
    (sit.heard, sit.note, sit.standing, sit.marks) = (heard, note, standing, marks)
    return sit
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
