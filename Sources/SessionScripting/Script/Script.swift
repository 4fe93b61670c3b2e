public import CommandLanguage
public import MeditationCore

/// A script that was understood, with the name under which its lines are reported.
public struct Script: Sendable {
  /// How reports name it: a file's name.
  public let name: String
  /// Its lines that say something.
  public let lines: [ScriptLine]

  /// A script from the bytes of its text.
  ///
  /// - Throws: Every line that was not understood.
  public init(name: String, text: some Sequence<UInt8>) throws(ScriptErrors) {
    self.name = name
    lines = try ScriptParser.parse(text)
  }

  /// The songs that it declares, for a session without files.
  @MainActor public var songs: [SongViewModel] {
    lines.compactMap { line in
      guard case .song(let song) = line.statement else { return nil }
      return SongViewModel(
        title: song.title, subtitle: song.artist ?? "", length: song.duration)
    }
  }
}
