import Foundation
import GRDB

/// Columns by what they hold: in a damaged file any column can hold anything, and GRDB's conversions
/// trap on a value of another type.
extension Row {
  /// `nil` if the column holds no integer.
  package func integer(_ index: Int) -> Int64? {
    if case .int64(let value) = storage(index) { value } else { nil }
  }

  /// `nil` if the column holds no number.
  package func real(_ index: Int) -> Double? {
    switch storage(index) {
    case .double(let value): value
    case .int64(let value): Double(value)
    case .null, .string, .blob: nil
    }
  }

  /// `nil` if the column holds no text.
  package func text(_ index: Int) -> String? {
    if case .string(let value) = storage(index) { value } else { nil }
  }

  /// `nil` if the column holds no blob.
  package func bytes(_ index: Int) -> Data? {
    if case .blob(let value) = storage(index) { value } else { nil }
  }

  private func storage(_ index: Int) -> DatabaseValue.Storage {
    let value: DatabaseValue = self[index]
    return value.storage
  }
}
