import MeditationAudio
import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import SystemPackage

/// The songs of a script: files, or silent songs that it declares.
@MainActor struct ScriptSongs {
  let viewModels: [SongViewModel]
  let paths: [FilePath]
  let decoders: any DecoderOpener
  let areDeclared: Bool

  /// The songs of `script` or at `paths`; throws if both have some or, without a plan, neither.
  init(
    script: Script, paths named: [String], files: SystemDecoders
  ) throws(StartProblem) {
    let declared = script.songs
    areDeclared = !declared.isEmpty
    switch (declared.isEmpty, named.isEmpty) {
    case (false, true):
      let paths = declared.indices.map { FilePath("song \($0 + 1)") }
      viewModels = declared
      self.paths = paths
      decoders = SilenceOpener(
        lengths: Dictionary(uniqueKeysWithValues: zip(paths, declared.map(\.length))),
        files: files)
    case (true, false):
      let library = try SongSource(paths: named, filesFrom: nil).read()
      (viewModels, paths) = (library.songs, library.paths)
      decoders = files
    case (true, true) where script.lines.contains(where: { !$0.statement.planSteps.isEmpty }):
      (viewModels, self.paths, decoders) = ([], [], files)
    case (true, true):
      throw .usage(
        "There are no songs. Declare them in the script ('song \"Title\" 2:50') or name PATHs.")
    case (false, false):
      throw .usage("The script declares its own songs. Leave out the PATHs.")
    }
  }
}

extension ScriptStatement {
  /// The changes of the plan, which make a session without songs possible.
  var planSteps: [PlanStep] { if case .command(.plan(let steps)) = self { steps } else { [] } }
}
