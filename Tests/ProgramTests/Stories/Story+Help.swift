extension Story {
  static let help = Story(
    name: "help",
    scenes: [
      Scene("While picking", "help", "help numbers", "help 1", "help sort", "? fin", "help tea"),
      Scene("The keys", "help keys", isForTerminals: true),
      Scene("While listening", "all", "start", "pause", "help", "help previous"),
      Scene("When finished", "finish", "?", "quit"),
    ])
}
