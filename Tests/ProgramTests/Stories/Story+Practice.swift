extension Story {
  static let practice = Story(
    name: "practice",
    scenes: [
      Scene(
        "Nothing yet", "journal", "sets", "again", "resume", "note calm", "goal", "home", "1 3",
        "1",
        "list"),
      Scene(
        "A set", "1 3", "move 3 to 1", "for 20m, bells every 5m", "save Evening", "sets", "none",
        "plan off", "load EVENING", "list picked", "sets show evening"),
      Scene("Another name", "rename evening to Night", "undo", "delete 1", "sets"),
      Scene(
        "Deleted", "delete evening", "delete evening", "restore evening", isForTerminals: true),
      Scene("Edited", "edit evening", "2", "unpick 3", "undo", "back", "sets", "undo", "sets"),
      Scene(
        "Sat", "sit evening", "pause", "journal", "finish", "note calm and clear", "journal",
        "journal totals"),
      Scene(
        "Again", "again", "pause", "back", "resume", "pause", "journal", "finish",
        "journal note 2 rain on the roof", "journal delete 1", "undo", "journal"),
      // The home screen leaves out what a slow disk does not answer soon; the journal waits.
      Scene("For a time", "sit 5m", "pause", "resume", "back", "journal", "home", "list"),
      Scene(
        "Added", "journal add 3 Nov 2025 21:00 20m at the lake", "journal",
        "journal edit 4 20:45 25m",
        "undo", "journal add 3 Nov 2025 21:10 5m", "journal edit 1 5m", "journal label 4 lake",
        "label evening", "journal", "journal label:lake", "label \"\"", "journal delete 4"),
      Scene(
        "Settings", "settings", "set announce songs", "set announce default", "set volume 60",
        "set volume default", "set volume loud", "set colour never", "settings",
        isForTerminals: true),
      Scene(
        "Mistakes", "load nihgt", "load 7", "save a/b", "delete", "rename evening", "set", "sit 0s",
        "journal delete 9", "sets export evening", "help save", "quit"),
    ])
}
