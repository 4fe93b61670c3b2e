import MeditationText

/// The lines of the settings file.
struct SettingsFile {
  /// The text between line feeds; the last one is empty if the file ends with a line feed.
  let lines: [SettingsLine]
  /// The byte order mark at the beginning, if an editor wrote one.
  private let mark: [UInt8]

  init(_ bytes: [UInt8]) {
    let text = ByteOrderMark.dropped(from: bytes)
    mark = Array(bytes[..<text.startIndex])
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { SettingsLine(Array($0)) }
  }

  var bytes: [UInt8] { mark + Self.text(of: lines) }

  private static func text(of lines: [SettingsLine]) -> [UInt8] {
    Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
  }

  // MARK: - Changes

  /// The file with the setting `name` at `value`, otherwise unchanged, byte for byte. Throws if no
  /// line can hold this value.
  ///
  /// If several lines set it, the last one is changed, because it counts; with `isOnly`, the others
  /// are removed. A new line is added at the end.
  func setting(
    _ name: String, to value: String, isOnly: Bool = false
  ) throws(SettingProblem) -> SettingsFile {
    guard let last = lines.lastIndex(where: { $0.name == name }) else {
      return try adding(SettingsLine(Array("\(name) =".utf8)).setting(value))
    }
    var changed = lines
    changed[last] = try lines[last].setting(value)
    let file = with(changed)
    return isOnly ? file.removing(name, before: last) : file
  }

  /// The file without the setting `name`. The comments on its lines stay as separate lines.
  func removing(_ name: String) -> SettingsFile { removing(name, before: lines.count) }

  private func removing(_ name: String, before end: Int) -> SettingsFile {
    with(
      lines.enumerated().compactMap { index, line in
        guard index < end, line.name == name else { return line }
        // The last line has no line feed; the one before it keeps its own.
        return line.comment ?? (index == lines.count - 1 ? SettingsLine([]) : nil)
      })
  }

  /// The file with `line` at its end, followed by a line feed only if the file ended with one.
  private func adding(_ line: SettingsLine) -> SettingsFile {
    let carriageReturn = UInt8(ascii: "\r")
    let isFromDOS = lines.dropLast().contains { $0.bytes.last == carriageReturn }
    func ended(_ line: SettingsLine) -> SettingsLine {
      let needsReturn = isFromDOS && line.bytes.last != carriageReturn
      return needsReturn ? SettingsLine(line.bytes + [carriageReturn]) : line
    }
    guard let last = lines.last, !last.bytes.isEmpty else {
      return with(lines.dropLast() + [ended(line), SettingsLine([])])
    }
    return with(lines.dropLast() + [ended(last), line])
  }

  private func with(_ lines: [SettingsLine]) -> SettingsFile {
    // Parsed again, because the new first line may begin with a mark.
    SettingsFile(mark + Self.text(of: lines))
  }
}
