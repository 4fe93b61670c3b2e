extension Story {
  /// Told in colours, and so not in plain lines.
  static let colours = Story(
    name: "colours",
    scenes: [
      Scene("Picking", "1 3", "9", "find rain", "2"),
      Scene("Listening", "start", "pause"),
      Scene("A song that breaks", "3", missing: "sea.wav"),
      Scene("The end", "list", "quit"),
    ])
}
