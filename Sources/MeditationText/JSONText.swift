/// Builds lines of JSON, with one object on each.
///
/// `JSONEncoder` takes ten times as long, and one command can change 100,000 songs.
package struct JSONText {
  /// The typical size of a song or a change, in bytes.
  private static let typicalLength = 128

  package init() {}

  /// The lines in UTF-8, each with its line break.
  package private(set) var bytes: [UInt8] = []
  /// True if the innermost object or list is still empty.
  private var isEmpty = true
  /// The type of the innermost object, until it has been written.
  private var type: String?

  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// Reserves space for `count` objects: growing to ten megabytes takes as long as writing them.
  package mutating func makeRoom(for count: Int) {
    let length = count * Self.typicalLength
    if length > bytes.capacity { bytes.reserveCapacity(length) }
  }

  package mutating func add(_ key: String, _ value: some JSONValue) {
    if type != nil, key > "type" { addType() }
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\":")
    value.write(to: &self)
  }

  /// Adds members in the order of their keys.
  package mutating func add(_ members: [JSONMember]) {
    for member in members.sorted(by: { $0.key < $1.key }) { add(member.key, member.value) }
  }

  /// Writes an object, including its type if it has one.
  package mutating func object(_ content: some JSONObject, type: String? = nil) {
    let outerType = self.type
    self.type = type
    enclose(in: "{", "}") { text in
      content.writeMembers(to: &text)
      text.addType()
    }
    self.type = outerType
  }

  fileprivate mutating func list(_ values: [some JSONValue]) {
    makeRoom(for: values.count)
    enclose(in: "[", "]") { text in
      for value in values {
        text.separate()
        value.write(to: &text)
      }
    }
  }

  package mutating func append(_ json: String) {
    var json = json
    json.withUTF8 { bytes.append(contentsOf: $0) }
  }

  package static func quoted(_ string: String) -> String {
    var text = JSONText()
    text.appendQuoted(string)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  fileprivate mutating func appendQuoted(_ string: String) {
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

/// Escapes what JSON, or a line of it, cannot contain, and what would control a terminal.
private enum JSONEscape {
  /// True if `text`, in UTF-8, may contain a scalar that must be escaped; most texts do not.
  static func isNeeded(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      // U+0080 to U+009F begin with 0xC2, U+061C with 0xD8, U+200E to U+2069 with 0xE2.
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
      default: false
      }
    }
  }

  /// The escape sequence of `scalar`; `nil` if it needs none.
  static func of(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": #"\""#
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    // JSON allows all others. Terminals obey C1 controls as they do escapes, and turn text around at
    // the controls of the writing direction; some readers split lines at U+0085, U+2028 and U+2029,
    // such as Python's `splitlines`.
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      #"\u"# + (String(0x10000 + scalar.value, radix: 16).dropFirst())
    default: nil
    }
  }
}

// MARK: - Values

package protocol JSONValue {
  func write(to json: inout JSONText)
}

package struct JSONMember {
  fileprivate let key: String
  fileprivate let value: any JSONValue

  package init(_ key: String, _ value: any JSONValue) { (self.key, self.value) = (key, value) }
}

/// A value that is written as an object. Members must be added in the order of their keys.
package protocol JSONObject: JSONValue {
  func writeMembers(to json: inout JSONText)
}

extension JSONObject {
  package func write(to json: inout JSONText) { json.object(self) }
}

/// An object whose members are given in any order.
package protocol JSONRecord: JSONObject {
  var members: [String: any JSONValue] { get }
}

extension JSONRecord {
  package func writeMembers(to json: inout JSONText) {
    json.add(members.map { JSONMember($0.key, $0.value) })
  }
}

extension String: JSONValue {
  package func write(to json: inout JSONText) { json.appendQuoted(self) }
}

extension Int: JSONValue {
  package func write(to json: inout JSONText) { json.append(String(self)) }
}

extension Bool: JSONValue {
  package func write(to json: inout JSONText) { json.append(self ? "true" : "false") }
}

/// A missing value is written as `null`; its key is always present.
extension Optional: JSONValue where Wrapped: JSONValue {
  package func write(to json: inout JSONText) {
    if let self { self.write(to: &json) } else { json.append("null") }
  }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to json: inout JSONText) { json.list(self) }
}

extension Dictionary: JSONValue, JSONObject, JSONRecord
where Key == String, Value == any JSONValue {
  package var members: [String: any JSONValue] { self }
}

/// A time is a number of seconds, to the millisecond.
extension Duration: JSONValue {
  /// In whole numbers, of which the longest time overflows none: `rounded()` would need the C library's
  /// mathematics, which clients of the core alone do not link.
  package func write(to json: inout JSONText) {
    let milliseconds = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let sign = attoseconds < 0 && milliseconds > 0 ? "-" : ""
    guard rest > 0 else { return json.append("\(sign)\(whole)") }
    var digits = String(1_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    json.append("\(sign)\(whole).\(digits)")
  }
}
