import ArgumentParser
import MeditationControl
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationSystem
import MeditationTerminal

struct SetsCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sets",
    abstract: "List the saved sets; show, export, bundle, import or restore one.",
    usage: """
      meditate sets [--format FORMAT]
      meditate sets show SET [--format FORMAT]
      meditate sets export SET FILE
      meditate sets bundle SET FILE.zip
      meditate sets import FILE.zip
      meditate sets restore NAME
      """,
    discussion: """
      'save NAME' at the prompt keeps what is picked, with the plan, as a set; 'meditate sit NAME' \
      sits it.
      """,
    subcommands: [
      SetsShow.self, SetsExport.self, SetsBundle.self, SetsImport.self, SetsRestore.self,
    ])

  @OptionGroup var listing: ListingOptions

  func perform() throws {
    let (sets, problems) = try PracticeFiles.sets?.list() ?? ([], [])
    let lastSits = (try? PracticeFiles.journal.lastSits()) ?? [:]
    let page = SetsPage(
      sets: sets.map { SetSummary(of: $0, lastSat: lastSits[$0.name]) },
      problems: problems, now: WallClock.system.now())
    switch listing.format {
    case .json: ListingOptions.print(JSONMessage.sets(page).bytes)
    case .text: listing.text.print(Listing(page, wording: listing.text.wording))
    }
  }
}

struct SetsShow: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the plan of a set as a timeline, and its songs.",
    usage: "meditate sets show SET [--format FORMAT]")

  @Argument(help: NamedSet.help, completion: .file(extensions: ["m3u8", "m3u"]))
  var name: String

  @OptionGroup var listing: ListingOptions

  func perform() throws {
    let set = try NamedSet.read(name)
    let form = try SetForm(
      of: set, lastSat: (try? PracticeFiles.journal.lastSits())?[set.name], reading: .ofShell)
    switch listing.format {
    case .json: ListingOptions.print(JSONMessage.set(form).bytes)
    case .text:
      let text = listing.text
      for line in text.output.lines(of: form, wording: text.wording) { print(line) }
    }
  }
}

struct SetsExport: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a set as a playlist, or as a form to be read.",
    usage: """
      meditate sets export SET FILE.m3u8 [--force]
      meditate sets export SET FILE.md [--force]
      """,
    discussion: """
      FILE.m3u8 is a playlist: other players play it, and 'meditate sit FILE.m3u8' sits it with its \
      plan. Songs and bells below the folder of FILE get relative paths, so that the folder can be \
      moved; in your music folder, all do. Songs that are not at their paths are looked for in the \
      music folder.

      FILE.md is a form in Markdown, to be printed: the plan as a timeline, and the songs.
      """)

  @Argument(help: NamedSet.help)
  var name: String

  @Argument(
    help: ArgumentHelp(
      "The file to write; '-' is a playlist on standard output.", valueName: "FILE"),
    completion: .file(extensions: SetFile.endings))
  var file: String

  @Flag(help: "Overwrite FILE if it exists.")
  var force = false

  func perform() throws {
    let set = try NamedSet.read(name)
    let output = NamedOutput(
      name: file, kinds: SetFile.kinds, endings: SetFile.endings, replaces: force)
    try output.check()
    try output.write(
      output.isStandardOutput
        ? SetFile.playlist(of: set)
        : SetFile.bytes(
          of: set, at: output.path, musicFolder: SongSource.musicFolder, reading: .ofShell))
  }
}

struct SetsBundle: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Pack a set with its songs, sounds and guide for another machine.",
    usage: "meditate sets bundle SET FILE.zip [--force]",
    discussion: """
      FILE.zip has one folder with a playlist, which any player plays once it is unpacked, the songs \
      beside it, and the files of the plan in a folder 'sounds'. 'meditate sets import' makes it a set \
      there. Nothing is compressed: the archive is as large as its files.
      """)

  @Argument(help: NamedSet.help)
  var name: String

  @Argument(
    help: ArgumentHelp("The archive to write.", valueName: "FILE.zip"),
    completion: .file(extensions: [SetFile.bundleEnding]))
  var file: String

  @Flag(help: "Overwrite FILE.zip if it exists.")
  var force = false

  func perform() throws {
    let set = try NamedSet.read(name)
    try untilSignalled { isWanted in
      try SetFile.bundle(
        set, at: RawArguments.path(file), home: UserDirectories.ofProgram.home, replaces: force,
        while: isWanted)
    }
  }
}

struct SetsImport: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Save the set of an archive, with its files in your music folder.",
    usage: "meditate sets import FILE.zip",
    discussion: """
      FILE.zip comes from 'meditate sets bundle', or has a playlist and its songs, and is not \
      compressed ('zip -0 -r FILE.zip FOLDER'). Its files are unpacked into a new folder of your music \
      folder, or beside FILE.zip if you have none; nothing is overwritten.
      """)

  @Argument(
    help: ArgumentHelp("The archive.", valueName: "FILE.zip"),
    completion: .file(extensions: [SetFile.bundleEnding]))
  var file: String

  func perform() throws {
    guard let sets = PracticeFiles.sets else { throw CommandRefusal.noSets }
    let (set, folder) = try untilSignalled { isWanted in
      try SetFile.unpack(
        RawArguments.path(file), musicFolder: SongSource.musicFolder, into: sets, while: isWanted)
    }
    let news = PracticeNews.imported(SetSummary(of: set.set), folder: SetFile.shown(folder))
    print(news.text(asOf: WallClock.system.now()))
  }
}

struct SetsRestore: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back a set that was deleted.",
    usage: "meditate sets restore NAME",
    discussion: """
      The 50 sets that were deleted last are kept, one of each name.
      """)

  @Argument(help: ArgumentHelp("The name of the set.", valueName: "NAME"))
  var name: String

  func perform() throws {
    guard let sets = PracticeFiles.sets else { throw CommandRefusal.noSets }
    let set = try SetsKeeper.restored(SetName(name), in: sets)
    print(PracticeNews.restoredSet(set.set.name).text(asOf: WallClock.system.now()))
  }
}

/// The result of `work`, which asks often whether a signal has ended the program, and then leaves
/// nothing behind.
private func untilSignalled<Result>(
  _ work: (_ isWanted: @escaping @Sendable () -> Bool) throws -> Result
) throws -> Result {
  let ending = Locked<Int32?>(nil)
  let signals = SignalWatch.withoutSession { number in ending.withLock { $0 = number } }
  defer {
    SignalWatch.endAtOnce()
    withExtendedLifetime(signals) {}
  }
  do {
    return try work { ending.withLock { $0 == nil } }
  } catch {
    guard let number = ending.withLock(\.self) else { throw error }
    throw StartProblem(status: .signal(number), lines: [])
  }
}
