import Testing

/// All that a person types from the first prompt to the last, in scenes. Both renderings are shown it.
struct Story: CustomTestStringConvertible, Sendable {
  /// The lines between one look at the screen and the next.
  struct Scene: Sendable {
    let title: String
    let lines: [String]
    /// A file that is gone when the scene begins.
    var missing: String?
    /// True if a pipe has other answers.
    var isForTerminals = false

    init(
      _ title: String, _ lines: String..., missing: String? = nil, isForTerminals: Bool = false
    ) {
      self.title = title
      self.lines = lines
      self.missing = missing
      self.isForTerminals = isForTerminals
    }
  }

  /// The name of its files in `Screens`.
  let name: String
  let scenes: [Scene]

  var testDescription: String { name }

  /// The program's arguments.
  static let options = ["--driver", "null", "Evening.m3u8"]

  static let all = [picking, plan, listening, practice, help]

  /// The songs of every story: long ones to be heard, and one that is none. Their titles are in the
  /// playlist alone: the files have no tags.
  static func shelf() throws -> Workspace {
    let workspace = try Workspace()
    let songs: [(file: String, hint: String, seconds: Double)] = [
      ("bowl.wav", "Monastery - Opening Bowl", 300), ("rain.wav", "Kyoto - Soft Rain", 400),
      ("sea.wav", "浜辺 - 海の波 🌊", 90), ("garden.wav", "Søren - Jardin d’été", 350),
      (
        "night.wav",
        "Søren - A night by the river that is longer than any row on this terminal has room for", 50
      ),
    ]
    for song in songs { try workspace.write(song.file, WaveFile(seconds: song.seconds).bytes) }
    try workspace.write("lake.wav", WaveFile(seconds: 20).bytes)
    try workspace.write("noise.mp3", "This is no sound.")
    let entries = songs.map { "#EXTINF:\(Int($0.seconds)),\($0.hint)\n\($0.file)\n" }
    try workspace.write("Evening.m3u8", "#EXTM3U\n" + entries.joined() + "noise.mp3\n")
    return workspace
  }
}
