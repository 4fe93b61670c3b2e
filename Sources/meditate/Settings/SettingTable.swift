import ArgumentParser
import MeditationLanguage
import MeditationLines
import MeditationPlan
import MeditationPractice
import MeditationRemote
import MeditationTerminal
import MeditationText

/// The settings, for the parser, the settings file and the environment.
///
/// A row has the name, the type, the default, the valid values, the help and, if a change takes
/// effect while the program runs, that change. A command declares its option:
/// `@Option(Settings.table.volume) var volume: Int`.
struct SettingTable {
  // Options for one run, which are not settings.
  let filesFrom = ValueSetting<String?>(
    "files-from", value: "FILE",
    help: "Read paths from FILE, one per line; '-' is standard input.",
    completion: .file())
  let pick = ValueSetting<SongSelection?>(
    "pick", value: "LIST", help: "Pick these songs: 'all', or numbers such as '1 3-5 7-'.",
    parse: SongSelection.typed)
  let start = FlagSetting(
    "start",
    help: "Start at once with the songs of --pick, or all songs; exit when the session ends."
  )
  let length = ValueSetting<[PlanStep]?>(
    "for", value: "LENGTH",
    help: "End the session after LENGTH, such as 20m; 'songs' ends it with its songs.",
    parse: PlanStep.typedLength)
  let output = ValueSetting<String?>(
    "output", value: "FILE",
    help:
      "Write the sound to FILE (.wav, .au or .raw) as fast as possible; '-' is standard output.",
    completion: .file())
  let rate = ValueSetting<Int?>(
    "rate", value: "N",
    help: "Write --output at N Hz; otherwise at the highest rate of its songs, up to 48000.",
    parse: Int.typed(in: 8000...192_000, or: "write a number of hertz from 8000 to 192000."))

  // The plan.
  let plan = ValueSetting<[PlanStep]?>(
    "plan", value: "PLAN",
    help: "Plan the session, as at the prompt: 'settle 10s, bells every 5m, closing 3'.",
    parse: PlanStep.typed)

  // The practice.
  let journal = ValueSetting("journal", initial: Switch.on, help: "Keep a journal of sits.")
  let dayStart = ValueSetting(
    "day-start", initial: DayStart.usual, value: "TIME",
    help: "When a day begins for totals and streaks.",
    now: { .dayStart($0) }, parse: DayStart.init(typed:))
  let streak = ValueSetting(
    "streak", initial: StreakRule.on,
    help:
      "How streaks of days are counted: on, not at all, or forgiving a day of rest in each week.",
    now: { .streak($0) })
  let goal = ValueSetting(
    "goal", initial: GoalOption.off, value: "GOAL",
    help: "What you mean to sit: minutes a day, such as 20m, '150m a week', or '5 sits' a week.",
    now: { .goal($0) }, parse: GoalOption.init(typed:))
  let askNote = ValueSetting(
    "ask-note", initial: Switch.on, help: "Ask for a note after a sit.", now: { .askNote($0) })

  // Other programs.
  let remote = FlagSetting(
    onUnlessNo: "remote", help: "Accept commands from 'meditate do' and other programs.")
  let onBegin = hook(.begin, when: "a session begins")
  let onBell = hook(.bell, when: "a bell is struck")
  let onPlay = hook(.play, when: "the session goes on after a pause")
  let onNext = hook(.next, when: "another song begins")
  let onPart = hook(.part, when: "a part of the plan begins")
  let onPause = hook(.pause, when: "the session is paused")
  let onEnd = hook(.end, when: "the session is over")
  let speak = ValueSetting<CommandOption?>(
    "speak", value: "COMMAND",
    help:
      "Speak guides with COMMAND, which reads a sentence and writes WAV; 'off' prints them only.",
    parse: CommandOption.init(typed:))
  let awake = FlagSetting(
    onUnlessNo: "awake", help: "Keep the machine from idling while a session plays.")
  let notify = ValueSetting(
    "notify", initial: NotifyPolicy.away,
    help: "Show a notification when a session ends: always, or if the terminal is not in front.")

  // Output of lines.
  let format = ValueSetting(
    "format", initial: Format.text,
    help: "The output format: text for people, or JSON Lines for programs.")
  let plain = FlagSetting(
    "plain", help: "Print plain lines only: no status line, symbols or colour.")
  let screenReader = FlagSetting(
    "screen-reader", help: "Print lines for a screen reader or a braille display, as --plain does.")
  let color = ValueSetting("color", initial: ColorOption.auto, help: "When to use colour.")

  let announce = ValueSetting(
    "announce", initial: Announcement.all,
    help:
      "Which events to print: all, only songs, silences, parts and the end, or only errors.",
    now: { .announcement($0) })
  let times = ValueSetting(
    "times", initial: Wording.Times.clock,
    help: "How plain lines write times: as on a clock, 1:05, or in words.",
    now: { .times($0) })

  // Sound.
  let driver = ValueSetting<String?>(
    "driver", value: "NAME",
    help: "Play through this libao driver; 'meditate drivers' lists them, 'null' is silent.",
    // A fixed list, because loading libao is too slow for the Tab key.
    completion: .list(["alsa", "null", "oss", "pulse", "sndio"]))
  let device = ValueSetting<String?>(
    "device", value: "NAME", help: "Play on this device; the names depend on the driver.")
  let driverOptions = ValueSetting<[DriverOption]>(
    "driver-option", short: "o", value: "KEY=VALUE",
    help: "Set an option of the driver, as documented by libao; can be repeated.")
  let deviceLost = ValueSetting(
    "device-lost", initial: DeviceLoss.wait,
    help:
      "When the sound device is lost in a session with a plan: wait for it, or continue in silence."
  )
  let onUnplug = ValueSetting(
    "on-unplug", initial: UnplugPolicy.pause,
    help: "When the headphones are gone, and the sound moves to speakers: pause, or play there.")
  let ringOut = FlagSetting(
    onUnlessNo: "ring-out",
    help:
      "Let the closing bells ring out before exiting; otherwise exit 2 seconds after the last stroke."
  )
  let volume = ValueSetting(
    "volume", initial: 100, value: "N", help: "The volume in percent, 0 to 100.",
    now: { .volume($0) },
    parse: { text in
      let parse = Int.typed(in: 0...100, or: "write a number from 0 to 100.")
      return try parse(text.hasSuffix("%") ? String(text.dropLast()) : text)
    })
  let level = ValueSetting(
    "level", initial: Level.off,
    help: "Play songs at -20 LUFS: each one (on), or each folder as one (album).",
    now: { .level($0) })

  private static func hook(
    _ event: HookEvent, when moment: String
  ) -> ValueSetting<CommandOption?> {
    ValueSetting(
      event.setting, value: "COMMAND", help: "Run COMMAND when \(moment); 'off' runs none.",
      parse: CommandOption.init(typed:))
  }

  var optionsOfRun: [Setting] {
    [filesFrom.row, pick.row, start.row, length.row, output.row, rate.row]
  }

  /// The settings as declared. Listed, because reflection takes longer than all the rest.
  var rows: [Setting] {
    [
      plan.row, journal.row, dayStart.row, streak.row, goal.row, askNote.row, remote.row,
      onBegin.row, onBell.row, onPlay.row, onNext.row, onPart.row, onPause.row, onEnd.row,
      speak.row, awake.row, notify.row, format.row, plain.row, screenReader.row, color.row,
      announce.row, times.row, driver.row, device.row, driverOptions.row, deviceLost.row,
      onUnplug.row, ringOut.row, volume.row, level.row,
    ]
  }
}
