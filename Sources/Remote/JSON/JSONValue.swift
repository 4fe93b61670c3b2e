/// A value that can be written as JSON.
protocol JSONValue {
  func write(to json: inout JSONText)
}

/// A value that is written as an object. Members must be added in the order of their keys.
protocol JSONObject: JSONValue {
  func writeMembers(to json: inout JSONText)
}

extension JSONObject {
  func write(to json: inout JSONText) { json.object(self) }
}

extension String: JSONValue {
  func write(to json: inout JSONText) { json.appendQuoted(self) }
}

extension Int: JSONValue {
  func write(to json: inout JSONText) { json.append(String(self)) }
}

extension Bool: JSONValue {
  func write(to json: inout JSONText) { json.append(self ? "true" : "false") }
}

/// A missing value is written as `null`; its key is always present.
extension Optional: JSONValue where Wrapped: JSONValue {
  func write(to json: inout JSONText) {
    if let self { self.write(to: &json) } else { json.append("null") }
  }
}

extension Array: JSONValue where Element: JSONValue {
  func write(to json: inout JSONText) { json.list(self) }
}

/// A time is a number of seconds, to the millisecond.
extension Duration: JSONValue {
  /// Uses floating point throughout: a damaged file can claim a length whose milliseconds overflow
  /// `Int64`.
  func write(to json: inout JSONText) {
    let (seconds, attoseconds) = components
    let value = (Double(seconds) * 1000 + Double(attoseconds) / 1e15).rounded() / 1000
    json.append(Int(exactly: value).map { String($0) } ?? String(value))
  }
}
