public import MeditationCore
public import MeditationPlan
public import MeditationPractice
public import MeditationScreens
public import SystemPackage

/// What a program gives its session to keep things with. Each part may be missing, as in a script.
@MainActor public struct PracticeServices {
  /// `nil` if nothing is kept.
  public var journal: (any JournalStore)?
  /// How long a command waits for the journal's answer before it is refused, in seconds.
  public var journalTimeout = 2.0
  /// How long a question to the journal blocks the main actor, in seconds. After that its reply is
  /// pending, or a screen leaves the answer out.
  public var journalPatience = 0.2
  public var sets: SetFolder?
  public var settings: (any SettingsStore)?
  /// The volume in percent that the settings give. A set that is saved has its own if it differs.
  public var usualVolume: () -> Int = { 100 }
  /// The level that the settings give.
  public var usualLevel: () -> Level = { .off }
  public var clock: WallClock
  /// True if a session whose plan has a time of day to begin waits for it: not one that is rendered.
  public var waitsForClock = false
  /// How long the machine has slept in all, until now; it may be less than before, by a little.
  public var timeAsleep: () -> Duration = { .zero }
  /// True if a terminal shows the session.
  public var isSeen = true
  /// When a day begins for totals and streaks, after local midnight.
  public var dayStart: () -> Duration = { .seconds(4 * 3600) }
  /// How streaks are counted.
  public var streakRule: () -> StreakRule = { .on }
  /// What the user means to sit; `nil` if there is no goal.
  public var goal: () -> PracticeGoal? = { nil }
  /// True if a line asks for a note after a sit.
  public var asksForNote: () -> Bool = { true }
  /// Reads the songs at these paths; `nil` where a file cannot be played. Must not block.
  public var readSongs: @MainActor ([FilePath]) async -> [SongViewModel?] = { $0.map { _ in nil } }
  /// The user's music folder, which may not exist; `nil` if there is none.
  public var musicFolder: FilePath?
  /// Reads the songs of the music folder, where songs of a set are found whose files have moved. Must
  /// not block.
  public var musicFolderSongs: @MainActor () async -> [SetSong] = { [] }
  /// Why the file at this path must not become a song; `nil` if it may. Blocks on the disk.
  public var obstacle: (FilePath) -> String? = { _ in nil }
  /// Begins to read the user's music folder, for a session that begins without songs; `nil` if the
  /// session has its songs.
  public var openLibrary: (() -> Void)?

  /// Creates services with nothing to keep things with.
  public init(clock: WallClock = .system) { self.clock = clock }
}

/// The settings of the program: their values, and the file in which they are kept.
@MainActor public protocol SettingsStore: AnyObject {
  /// Every setting with its present value, in the order of the help.
  var settings: [SettingState] { get }

  /// Writes a setting to the settings file, and applies it now if it can change while the program
  /// runs. Blocks on the disk.
  ///
  /// - Parameters:
  ///   - name: Upper and lower case are the same.
  ///   - value: As in the file; `nil` removes the setting from the file.
  /// - Returns: The setting as it is now.
  func set(_ name: String, to value: String?) throws(CommandRefusal) -> SettingState
}
