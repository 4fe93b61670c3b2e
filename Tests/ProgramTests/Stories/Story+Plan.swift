extension Story {
  static let plan = Story(
    name: "plan",
    scenes: [
      Scene(
        "Its parts", "plan", "for 20m", "settle 10s", "opening 1", "bells every 5m", "closing 3",
        "bell gong", "bell volume 60", "fade 5s", "breath 4-7-8", "crossfade 4s", "plan"),
      Scene(
        "In one line", "plan off, for 1:10:00, bells at 5m, 12:30, closing 3", "bells",
        "fade 5s, settle 2h", "timer 20m", "help bells", "plan off"),
      Scene(
        "When it ends", "until 7:30", "until 25:00", "until noon", "for 20m", "whole songs", "plan",
        "whole off",
        "plan off"),
      Scene(
        "Strokes",
        "for 25m, bells every 5m, also at 12:30 2 gong, opening roll, closing 2 wood 60%",
        "also 1m before the end 3 chime", "also roll", "bells every 5m 10 strokes", "plan"),
      Scene(
        "What lies under, and who speaks", "plan off, for 20m, under rain 40",
        "under drone A2 20 from settling", "under rain +5", "under waves off", "under fog",
        "under drone H2", "voice ./no.mp3 at 5m", "voice +30s", "voice volume 80",
        "guide ./no.txt", "under", "under off", "voice off", "guide off"),
      Scene(
        "Parts", "plan off, settle 10s; 25m Sit, opening 3, closing 2; 10m Walk, opening 1 clap",
        "then 25m Sit, closing 1", "part 2 bells every 3m", "part 2 music off", "all", "plan",
        "music on", "none", "part 3 to 2", "part 2 off",
        "part 4 off",
        "for +5m", "undo", "then walk", "begin 6:45:30", "begin off", "plan"),
      Scene(
        "Within the plan", "start from 2h", "start 25:00", "start part 9", "start rehearsal now",
        "start from 26m", "pause", "status", "jump 1:00:00", "jump +1m", "jump -1h 20m",
        "jump part 1", "jump -1m", "jump there", "help jump", "quit"),
    ])
}
