extension Story {
  static let listening = Story(
    name: "listening",
    scenes: [
      Scene("The start", "volume 80", "1-4", "start", "pause"),
      Scene("Pausing", "play", "toggle", "pause", "status", "", "left"),
      Scene("On a stage", "clock", "clock off", "lock", "next", "unlock"),
      Scene(
        "Within the song", "seek 1:30", "seek +10", "seek -20", "seek 50%", "seek", "seek soon",
        "previous", "seek +2:00"),
      Scene("To other songs", "next", "previous", "4", "pause", "5", "9"),
      Scene("Loudness", "volume", "volume +5", "volume -50", "volume 300", "volume 35"),
      Scene("One loudness", "level", "level album", "level on", "level on", "level 5", "level off"),
      Scene(
        "Looking", "list", "list picked", "find rain", "list found", "find", "find gong"),
      Scene(
        "What cannot be done", "start", "all", "undo", "invert", "shuffle",
        "move 1 to 2"),
      Scene(
        "Songs that join and leave", "pick 5", "list", "unpick 5", "undo", "undo", "undo",
        "unpick 4", "pick 4", "repeat"),
      Scene(
        "The order of playing", "2", "pause", "move 4 to 3", "list", "sort title descending",
        "undo",
        "repeat on"),
      Scene("A song that breaks", "3", missing: "sea.wav"),
      Scene("The end", "pause", "list", "repeat off", "finish", "status", "next", "list"),
      Scene("Once more", "start", "pause", "next", "next", "next", "next"),
      Scene("Back", "back", "help back", "skipped", "quit"),
    ])
}
