extension Story {
  static let picking = Story(
    name: "picking",
    scenes: [
      Scene("The first prompt"),
      Scene(
        "Picking", "1 3-4", "3", "pick 2 5", "unpick 2", "invert", "none", "all", "undo", "undo",
        "redo"),
      Scene(
        "What cannot be done", "none", "start", "9", "pick", "pick 1 x", "pasue", "pause", "back",
        "skip",
        "seek 1:00", "move 2 to 1", "pick found", "sort", "shuffle seven", "volume loud", "add 9",
        ":vol 30"),
      Scene(
        "Finding", "find ete", "pick found", "/søren", "unpick found", "find gong", "find",
        "find rain", "all", "none", "find",
        "find artist:søren", "/title:kyoto", "help find", "find", "Soft Rain"),
      Scene(
        "Looking", "1 2 5", "list", "list 4-", "list picked", "list all", "list found", "list 9",
        "more", "info 4", "info 9", "info", "status", "", "skipped", "rescan"),
      Scene(
        "Sorting", "sort title", "sort length", "sort artist", "sort folder",
        "sort title descending", "sort album", "sort original"),
      Scene(
        "The order of playing", "shuffle 7", "list picked", "move 5 to 1", "move 5 to 4", "undo",
        "undo", "repeat", "repeat on", "repeat on", "repeat off"),
      Scene("Adding songs of the list", "none", "add", "add 2 5", "add sea.wav"),
      Scene("Adding what is no sound", "add noise.mp3"),
      Scene("Adding a song", "add lake.wav"),
      Scene("Leaving", "quit", isForTerminals: true),
    ])
}
