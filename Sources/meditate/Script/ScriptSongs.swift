import CommandLanguage
import MeditationCore
import Playback
import SessionScripting
import SongLibrary
import SystemAudio
import SystemPackage

/// The songs of a script: files, or silent songs that it declares.
@MainActor struct ScriptSongs {
  let viewModels: [SongViewModel]
  let paths: [FilePath]
  let decoders: any DecoderOpener

  /// The songs of `script` or at `paths`; throws if both or neither have songs. A script with a plan
  /// needs none.
  init(script: Script, paths named: [String]) throws(StartProblem) {
    let declared = script.songs
    switch (declared.isEmpty, named.isEmpty) {
    case (false, true):
      let paths = declared.indices.map { FilePath("song \($0 + 1)") }
      viewModels = declared
      self.paths = paths
      decoders = SilenceOpener(
        lengths: Dictionary(uniqueKeysWithValues: zip(paths, declared.map(\.length))),
        files: SystemDecoders())
    case (true, false):
      let songs = try SongSource(paths: named, filesFrom: nil).read().songs
      viewModels = songs.map(SongViewModel.init)
      paths = songs.map(\.path)
      decoders = SystemDecoders()
    case (true, true) where script.lines.contains(where: \.statement.isPlan):
      (viewModels, self.paths, decoders) = ([], [], SystemDecoders())
    case (true, true):
      throw StartProblem(
        status: .usage,
        lines: [
          "There are no songs. Declare them in the script ('song \"Title\" 2:50') or name PATHs."
        ]
      )
    case (false, false):
      throw StartProblem(
        status: .usage, lines: ["The script declares its own songs. Leave out the PATHs."])
    }
  }
}

extension ScriptStatement {
  /// Whether it changes the plan, so that there may be a session without songs.
  fileprivate var isPlan: Bool {
    if case .command(.plan) = self { true } else { false }
  }
}

extension SongViewModel {
  /// The view model of a library song.
  convenience init(_ song: Song) {
    self.init(
      title: song.title, subtitle: song.artist, length: song.duration, folder: song.folder)
  }
}
