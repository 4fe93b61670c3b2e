import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationScreens
import MeditationText
import SystemPackage

@testable import MeditationLines

/// A session of four songs on a virtual clock, with a view of it.
@MainActor struct Evening {
  let output: LineTranscript
  let view: LineView
  let stage: VirtualStage

  /// The status before a song is picked.
  static let nothingPicked = PickedTotal().text()

  init(_ rendering: Rendering, width: Int? = nil, skipped: [SkippedFile] = []) {
    let session = MeditationViewModel(songs: [
      SongViewModel(title: "Opening Bowl", subtitle: "Monastery", length: .seconds(30)),
      SongViewModel(title: "Soft Rain", subtitle: "", length: .seconds(170)),
      SongViewModel(title: "海の波", subtitle: "Shore", length: .seconds(3725)),
      SongViewModel(title: "Stream", subtitle: "Forest", length: nil),
    ])
    stage = VirtualStage(session: session)
    if !skipped.isEmpty {
      stage.controller.read(ReadingProgress(readCount: 5, foundCount: 5), skipped: skipped)
    }
    output = LineTranscript(rendering, width: width)
    view = LineView(controller: stage.controller, output: output)
  }

  /// Adds a song of which more is known, with a file.
  func openInfo() {
    stage.controller.files.exist = true
    stage.controller.files.base = BaseFolders(home: "/home/me", current: "/home/me")
    stage.controller.files.append(
      songs: [
        SongViewModel(
          title: "Waves", album: "Tides", disc: 2, track: 3, date: "2019-05-01",
          length: .seconds(65),
          format: SoundFormat(sampleRate: 44_100, channelCount: 2), encoding: "FLAC, 16 bit PCM")
      ], paths: ["Music/The sea at the end of the world/Waves of the night.flac"])
    _ = output.take()
  }

  /// Types the lines; returns each as shown at a prompt, and its output.
  func type(_ lines: String...) -> [String] {
    lines.flatMap { line in
      _ = view.take(line)
      return ["> " + line] + output.take()
    }
  }

  /// Lets `seconds` go by; returns the output meanwhile.
  func wait(_ seconds: Int) -> [String] {
    stage.advance(by: .seconds(seconds))
    return output.take()
  }
}
