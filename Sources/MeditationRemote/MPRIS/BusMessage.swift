import CMeditationBus

/// A message of sd-bus, for the bus's thread, until its callback returns or `release()` is called.
struct BusMessage {
  /// The library could not append a value: it is invalid, or memory ran out.
  struct Failure: Error { let code: Int32 }

  let message: OpaquePointer

  // MARK: Appending

  func append(_ value: Bool) throws(Failure) { try append("b", [CInt(value ? 1 : 0)]) }
  func append(_ value: Int64) throws(Failure) { try append("x", [value]) }
  func append(_ value: Double) throws(Failure) { try append("d", [value]) }
  func append(_ value: String) throws(Failure) { try append("s", BusText.valid(value)) }
  func append(path: String) throws(Failure) { try append("o", path) }

  private func append(_ type: Unicode.Scalar, _ value: UnsafeRawPointer) throws(Failure) {
    try check(bus_append(message, Self.code(type), value))
  }

  private static func code(_ type: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: type.value)
  }

  func append(_ values: [String]) throws(Failure) {
    try container("a", of: "s") { () throws(Failure) in
      for value in values { try append(value) }
    }
  }

  /// Appends an array of strings to variants.
  func map(_ entries: () throws(Failure) -> Void) throws(Failure) {
    try container("a", of: "{sv}", entries)
  }

  /// Appends an entry of a map, whose value has this type.
  func entry(
    _ key: String, type: String, _ value: () throws(Failure) -> Void
  ) throws(Failure) {
    try container("e", of: "sv") { () throws(Failure) in
      try append(key)
      try container("v", of: type, value)
    }
  }

  func entry(_ key: String, _ text: String) throws(Failure) {
    try entry(key, type: "s") { () throws(Failure) in try append(text) }
  }

  func entry(_ key: String, _ texts: [String]) throws(Failure) {
    try entry(key, type: "as") { () throws(Failure) in try append(texts) }
  }

  private func container(
    _ kind: Unicode.Scalar, of contents: String, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try check(bus_open_container(message, Self.code(kind), contents))
    try body()
    try check(bus_close_container(message))
  }

  private func check(_ result: Int32) throws(Failure) {
    if result < 0 { throw Failure(code: result) }
  }

  // MARK: Reading

  var nextBool: Bool { next("b", CInt(0)) != 0 }
  var nextInt64: Int64 { next("x", Int64(0)) }
  var nextDouble: Double { next("d", 0.0) }
  var nextString: String { nextText("s") }
  var nextPath: String { nextText("o") }

  private func nextText(_ type: Unicode.Scalar) -> String {
    next(type, UnsafePointer<CChar>?.none).map { String(cString: $0) } ?? ""
  }

  /// The next value; `none` unless it is of `type`.
  private func next<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ none: Value) -> Value {
    var value = none
    _ = withUnsafeMutableBytes(of: &value) { bus_read(message, Self.code(type), $0.baseAddress) }
    return value
  }

  // MARK: Answering

  func reply() { bus_reply(message) }

  func reply(_ error: BusError, _ text: String) {
    bus_reply_error(message, error.rawValue, BusText.valid(text))
  }

  func retain() { bus_retain(message) }
  func release() { bus_release(message) }
}

enum BusError: String {
  /// The session refused.
  case failed = "org.freedesktop.DBus.Error.Failed"
  case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  case notSupported = "org.freedesktop.DBus.Error.NotSupported"
}

enum BusText {
  /// `text` with U+FFFD for what sd-bus takes for invalid UTF-8 (noncharacters), and for NUL.
  static func valid(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var valid = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { valid.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(valid)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0 || (0xFDD0...0xFDEF).contains(scalar.value)
      || scalar.value & 0xFFFE == 0xFFFE
  }
}
