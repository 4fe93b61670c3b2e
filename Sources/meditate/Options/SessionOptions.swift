import ArgumentParser
import MeditationPractice
import MeditationRemote
import MeditationText

/// The options of every command that starts a session for a person.
struct SessionOptions: ParsableArguments {
  @Option(Settings.table.journal) var journal: Switch
  @OptionGroup var totals: TotalsOptions
  @Option(Settings.table.askNote) var askNote: Switch

  // Other programs: those that control the session or are started, and the desktop.
  @Flag(Settings.table.remote) var remote: Bool
  @Option(Settings.table.onBegin) var onBegin: CommandOption?
  @Option(Settings.table.onBell) var onBell: CommandOption?
  @Option(Settings.table.onPlay) var onPlay: CommandOption?
  @Option(Settings.table.onNext) var onNext: CommandOption?
  @Option(Settings.table.onPart) var onPart: CommandOption?
  @Option(Settings.table.onPause) var onPause: CommandOption?
  @Option(Settings.table.onEnd) var onEnd: CommandOption?
  @Option(Settings.table.speak) var speak: CommandOption?
  @Flag(Settings.table.awake) var awake: Bool
  @Option(Settings.table.notify) var notify: NotifyPolicy

  @OptionGroup var looks: LookOptions
  @OptionGroup var sound: SoundOptions

  var hooks: [HookEvent: ShellWords] {
    let commands: [HookEvent: CommandOption?] = [
      .begin: onBegin, .bell: onBell, .play: onPlay, .next: onNext, .part: onPart, .pause: onPause,
      .end: onEnd,
    ]
    return commands.compactMapValues { $0?.command }
  }
}

struct TotalsOptions: ParsableArguments {
  @Option(Settings.table.dayStart) var dayStart: DayStart
  @Option(Settings.table.streak) var streak: StreakRule
  @Option(Settings.table.goal) var goal: GoalOption

  func totals(of sits: [SatTime], now: Moment) -> PracticeTotals {
    PracticeTotals(of: sits, now: now, dayStart: dayStart.time, rule: streak, goal: goal.goal)
  }
}
