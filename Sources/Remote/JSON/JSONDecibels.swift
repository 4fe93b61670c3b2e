/// A gain in dB, to the hundredth.
struct JSONDecibels: JSONValue, Equatable {
  let value: Double

  init(_ value: Double) { self.value = value }

  func write(to json: inout JSONText) {
    let rounded = (value * 100).rounded() / 100
    json.append(Int(exactly: rounded).map { String($0) } ?? String(rounded))
  }
}
