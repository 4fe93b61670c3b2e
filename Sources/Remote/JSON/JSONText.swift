/// Builds lines of JSON, with one object on each.
///
/// `JSONEncoder` takes ten times as long, and one command can change 100,000 songs.
struct JSONText {
  /// The typical size of a song or a change, in bytes.
  private static let typicalLength = 128

  /// The lines in UTF-8, each with its line break.
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost object or list is still empty.
  private var isEmpty = true
  /// The type of the innermost object, until it has been written.
  private var type: String?

  /// Adds a line with `message`.
  mutating func add(_ message: JSONMessage) {
    message.write(to: &self)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reserves space for `count` objects: growing to ten megabytes step by step takes as long as
  /// writing them.
  mutating func makeRoom(for count: Int) {
    let length = count * Self.typicalLength
    if length > bytes.capacity { bytes.reserveCapacity(length) }
  }

  /// Adds a member to the current object.
  mutating func add(_ key: String, _ value: some JSONValue) {
    if type != nil, key > "type" { addType() }
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\":")
    value.write(to: &self)
  }

  /// Writes an object, including its type if it has one.
  mutating func object(_ content: some JSONObject, type: String? = nil) {
    let outerType = self.type
    self.type = type
    enclose(in: "{", "}") { text in
      content.writeMembers(to: &text)
      text.addType()
    }
    self.type = outerType
  }

  /// Writes a list.
  mutating func list(_ values: [some JSONValue]) {
    makeRoom(for: values.count)
    enclose(in: "[", "]") { text in
      for value in values {
        text.separate()
        value.write(to: &text)
      }
    }
  }

  /// Writes `json` verbatim.
  mutating func append(_ json: String) {
    var json = json
    json.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes a string in quotes.
  mutating func appendQuoted(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    append(string)
    if JSONEscape.isNeeded(in: bytes[start...]) {
      bytes.removeSubrange(start...)
      for scalar in string.unicodeScalars { append(JSONEscape.of(scalar) ?? String(scalar)) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func enclose(
    in opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ write: (inout JSONText) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    isEmpty = true
    write(&self)
    bytes.append(UInt8(ascii: closing))
    isEmpty = false
  }

  private mutating func separate() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
  }

  private mutating func addType() {
    guard let type else { return }
    self.type = nil
    add("type", type)
  }
}
