import Text

/// Writes and reads moments in whole seconds, as `2026-11-20T21:04:05+01:00`.
///
/// Source: ISO 8601, RFC 3339.
enum ISOMoment {
  static func text(_ moment: Moment) -> String {
    let (date, second) = (moment.date, moment.secondOfDay)
    let year = padded(date.year, 4)
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(year)-\(padded(date.month, 2))-\(padded(date.day, 2))T"
      + time.joined(separator: ":") + zone(moment.offset)
  }

  /// The moment in `text`; `nil` if it is not one, or its time zone is missing.
  static func parse(_ text: String) -> Moment? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let local = CivilTime(bytes[..<19]), let offset = offset(bytes[19...])
    else { return nil }
    return local.moment(offset: offset)
  }

  private static func zone(_ offset: Int) -> String {
    let size = offset.magnitude
    let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (offset < 0 ? "-" : "+") + parts.map { padded(Int($0), 2) }.joined(separator: ":")
  }

  /// The offset in seconds of `Z`, `+01:00`, or `-00:53:28` as of old local times.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual("Z".utf8) { return 0 }
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? Digits.value($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] <= 26,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let size = numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    return sign == UInt8(ascii: "-") ? -size : size
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
