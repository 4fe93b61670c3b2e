import CommandLanguage
import MeditationCore

/// A parsed script, with the name used in reports.
package struct Script: Sendable {
  /// The name used in reports: the file's name.
  package let name: String
  /// The lines that contain a statement.
  package let lines: [ScriptLine]

  /// Parses a script from the bytes of its text.
  ///
  /// - Throws: All lines with errors.
  package init(name: String, text: some Sequence<UInt8>) throws(ScriptErrors) {
    self.name = name
    lines = try ScriptParser.parse(text)
  }

  /// The songs that the script declares, for a session without files.
  @MainActor package var songs: [SongViewModel] {
    lines.compactMap { line in
      guard case .song(let song) = line.statement else { return nil }
      return SongViewModel(
        title: song.title, subtitle: song.artist ?? "", length: song.duration)
    }
  }
}
