/// A value whose key is always there: `null` says that there is none.
///
/// `Encodable` as synthesized leaves the key out instead, and a client could not tell "none" from
/// "not told".
struct OrNull<Value: Encodable>: Encodable {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
