/// Lines that carry one JSON object each, written from beginning to end.
///
/// Not by `JSONEncoder`, which takes ten times as long: one command can change 100,000 songs.
struct JSONText {
  private var bytes: [UInt8] = []
  /// Whether the innermost object or list has nothing in it so far.
  private var isEmpty = true
  /// The type of the innermost object, until it is written.
  private var type: String?

  /// The lines, without a line break at the end of the last.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a line with `message`.
  mutating func add(_ message: JSONMessage) {
    if !bytes.isEmpty { append("\n") }
    message.write(to: &self)
  }

  /// Adds a member to the object that is being written.
  mutating func add(_ key: String, _ value: some JSONValue) {
    if type != nil, key > "type" { addType() }
    separate()
    append("\"")
    append(key)
    append("\":")
    value.write(to: &self)
  }

  /// Writes an object, with its type if it has one.
  mutating func object(_ content: some JSONObject, type: String? = nil) {
    let outerType = self.type
    self.type = type
    enclose("{", "}") { text in
      content.writeMembers(to: &text)
      text.addType()
    }
    self.type = outerType
  }

  /// Writes a list.
  mutating func list(_ values: some Sequence<some JSONValue>) {
    enclose("[", "]") { text in
      for value in values {
        text.separate()
        value.write(to: &text)
      }
    }
  }

  /// Writes what is JSON as it stands.
  mutating func append(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// Writes a string in quotes.
  mutating func appendQuoted(_ string: String) {
    append("\"")
    if JSONEscape.isNeeded(in: string) {
      for scalar in string.unicodeScalars { append(JSONEscape.of(scalar) ?? String(scalar)) }
    } else {
      append(string)
    }
    append("\"")
  }

  private mutating func enclose(
    _ opening: String, _ closing: String, _ write: (inout JSONText) -> Void
  ) {
    append(opening)
    isEmpty = true
    write(&self)
    append(closing)
    isEmpty = false
  }

  private mutating func separate() {
    if !isEmpty { append(",") }
    isEmpty = false
  }

  private mutating func addType() {
    guard let type else { return }
    self.type = nil
    add("type", type)
  }
}
