import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import SystemPackage

/// The stores and services that a program gives its session. Any may be missing, as in a script.
@MainActor package struct PracticeServices {
  /// `nil` if nothing is kept.
  package var journal: (any JournalStore)?
  /// How long a command waits for the journal's answer before it is refused, in seconds.
  package var journalTimeout = 2.0
  /// How long a question to the journal blocks the main actor, in seconds. After that its reply is
  /// pending, or a screen leaves the answer out.
  package var journalPatience = 0.2
  package var sets: SetFolder?
  package var settings: (any SettingsStore)?
  package var habits: () -> PracticeHabits = { PracticeHabits() }
  package var clock: WallClock
  /// True if a session waits when its plan begins at a time of day; a rendered one does not.
  package var waitsForClock = false
  /// How long the machine has slept in all; a later reading may be slightly lower.
  package var timeAsleep: () -> Duration = { .zero }
  package var isSeen = true
  /// Reads the songs at these paths; `nil` where a file cannot be played. Must not block.
  package var readSongs: @MainActor ([FilePath]) async -> [SongViewModel?] = { $0.map { _ in nil } }
  /// Why each of these files cannot be played, as a clause, if it exists. Must not block.
  package var songProblems: @MainActor ([FilePath]) async -> [FilePath: String] = { _ in [:] }
  /// The user's music folder, which may not exist; `nil` if there is none.
  package var musicFolder: FilePath?
  /// The songs of the music folder, to find songs of a set whose files have moved. Must not block.
  package var musicFolderSongs: @MainActor () async -> [SetSong] = { [] }
  /// Why the file at this path must not become a song; `nil` if it may. Blocks on the disk.
  package var obstacle: (FilePath) -> String? = { _ in nil }
  /// Begins to read the music folder, for a session that begins without songs; otherwise `nil`.
  package var openLibrary: (() -> Void)?

  package init(clock: WallClock = .system) { self.clock = clock }
}

/// The settings that concern the practice.
package struct PracticeHabits {
  /// In percent. A saved set has its own volume and level if they differ from these.
  package var volume = 100
  package var level = Level.off
  /// True if nobody has typed the volume since the program began: it comes from a setting or the
  /// last time, and is easily forgotten.
  package var remindsOfVolume = false
  /// When a day begins for totals and streaks, after local midnight.
  package var dayStart = Duration.seconds(4 * 3600)
  package var streakRule = StreakRule.on
  /// The goal that the user has set; `nil` if there is none.
  package var goal: PracticeGoal?
  /// True if a line asks for a note after a sit.
  package var asksForNote = true

  package init() {}
}

/// The settings of the program: their values, and the file in which they are kept.
@MainActor package protocol SettingsStore: AnyObject {
  /// Every setting with its present value, in the order of the help.
  var settings: [SettingState] { get }

  /// Writes a setting to its file, and applies it at once if possible. Blocks on the disk.
  ///
  /// - Parameters:
  ///   - name: In any case.
  ///   - value: As in the file; `nil` removes the setting from the file.
  func set(_ name: String, to value: String?) throws(CommandRefusal) -> SettingState
}
