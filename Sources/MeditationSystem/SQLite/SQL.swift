/// The text of one or more statements, with the values to bind to it.
///
/// Interpolated values never become text: each is a parameter of the statement, which SQLite receives
/// beside it. Only other `SQL`, and integers that are called literal, become part of the text.
///
/// ```swift
/// try db.execute("UPDATE sit SET note = \(note) WHERE id = \(id)")
/// ```
package struct SQL: Hashable, Sendable {
  /// A value of one of SQLite's types.
  enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  let text: String
  /// The values of the parameters in `text`, in their order.
  let values: [Value]

  init(text: String, values: [Value] = []) {
    self.text = text
    self.values = values
  }
}

extension SQL: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text: text) }

  package init(stringInterpolation: StringInterpolation) {
    self.init(text: stringInterpolation.text, values: stringInterpolation.values)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ sql: SQL) {
      text += sql.text
      values += sql.values
    }

    /// Writes an integer into the text, where SQLite takes no parameter, as in a pragma.
    package mutating func appendInterpolation(literal number: some FixedWidthInteger) {
      text += String(number)
    }

    package mutating func appendInterpolation(_ number: Int64?) {
      bind(number.map { .integer($0) })
    }

    package mutating func appendInterpolation(_ number: Int?) {
      bind(number.map { .integer(Int64($0)) })
    }

    /// Binds 1 or 0.
    package mutating func appendInterpolation(_ flag: Bool) { bind(.integer(flag ? 1 : 0)) }

    /// Binds NaN as NULL, as SQLite does.
    package mutating func appendInterpolation(_ number: Double?) {
      bind(number.map { .real($0) })
    }

    package mutating func appendInterpolation(_ text: String?) { bind(text.map { .text($0) }) }

    package mutating func appendInterpolation(_ bytes: [UInt8]?) { bind(bytes.map { .blob($0) }) }

    /// Binds each of `numbers`, with commas between them, as for `IN (…)`.
    package mutating func appendInterpolation(list numbers: [Int64]) {
      bind(numbers.map { .integer($0) })
    }

    /// Binds each of `texts`, with commas between them.
    package mutating func appendInterpolation(list texts: [String]) {
      bind(texts.map { .text($0) })
    }

    /// Binds each of `blobs`, with commas between them.
    package mutating func appendInterpolation(list blobs: [[UInt8]]) {
      bind(blobs.map { .blob($0) })
    }

    private mutating func bind(_ value: Value?) {
      text += "?"
      values.append(value ?? .null)
    }

    private mutating func bind(_ list: [Value]) {
      text += repeatElement("?", count: list.count).joined(separator: ",")
      values += list
    }
  }
}
