import Foundation

/// A variant in the JSON of busctl.
struct BusValue: Decodable, Equatable {
  /// The signature.
  var type: String
  var data: Datum

  enum Datum: Decodable, Equatable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([String])
    case map([String: BusValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([String].self) {
        self = .list(value)
      } else {
        self = .map(try container.decode([String: BusValue].self))
      }
    }
  }

  static func bool(_ value: Bool) -> Self { Self(type: "b", data: .bool(value)) }
  static func double(_ value: Double) -> Self { Self(type: "d", data: .number(value)) }
  static func int64(_ value: Double) -> Self { Self(type: "x", data: .number(value)) }
  static func text(_ value: String) -> Self { Self(type: "s", data: .text(value)) }
  static func path(_ value: String) -> Self { Self(type: "o", data: .text(value)) }
  static func texts(_ value: [String]) -> Self { Self(type: "as", data: .list(value)) }
  static func map(_ value: [String: BusValue]) -> Self { Self(type: "a{sv}", data: .map(value)) }
}
