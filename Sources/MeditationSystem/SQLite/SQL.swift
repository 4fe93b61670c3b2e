/// SQL text of one or more statements, with the values to bind to it.
///
/// Interpolated values are bound as parameters and never become text. Only other `SQL`, and
/// integers marked literal, become part of the text.
///
/// ```swift
/// try db.execute("UPDATE sit SET note = \(note) WHERE id = \(id)")
/// ```
package struct SQL: Hashable, Sendable {
  /// A value of one of SQLite's types.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  let text: String
  /// The values of the parameters in `text`, in order.
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

    /// Writes an integer into the text where SQLite accepts no parameter, as in a pragma.
    package mutating func appendInterpolation(literal number: some FixedWidthInteger) {
      text += String(number)
    }

    package mutating func appendInterpolation(_ value: (some SQLValue)?) {
      text += "?"
      values.append(value?.sqlValue ?? .null)
    }

    /// Binds each of `list`, with commas between them, as for `IN (…)`.
    package mutating func appendInterpolation(list: [some SQLValue]) {
      text += repeatElement("?", count: list.count).joined(separator: ",")
      values += list.map(\.sqlValue)
    }
  }
}

// MARK: - Values

/// A value that is bound to a parameter.
package protocol SQLValue {
  var sqlValue: SQL.Value { get }
}

extension Int64: SQLValue {
  package var sqlValue: SQL.Value { .integer(self) }
}

extension Int: SQLValue {
  package var sqlValue: SQL.Value { .integer(Int64(self)) }
}

extension Bool: SQLValue {
  package var sqlValue: SQL.Value { .integer(self ? 1 : 0) }
}

/// Stored in nanoseconds, rounded: far below a frame, so a time read back is at the same frame.
extension Duration: SQLValue {
  package var sqlValue: SQL.Value {
    let half: Int128 = self < .zero ? -500_000_000 : 500_000_000
    return .integer(Int64(clamping: (attoseconds + half) / 1_000_000_000))
  }
}

/// SQLite stores NaN as NULL.
extension Double: SQLValue {
  package var sqlValue: SQL.Value { .real(self) }
}

extension String: SQLValue {
  package var sqlValue: SQL.Value { .text(self) }
}

extension [UInt8]: SQLValue {
  package var sqlValue: SQL.Value { .blob(self) }
}
