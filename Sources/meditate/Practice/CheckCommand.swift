import ArgumentParser
import Glibc
import MeditationAudio
import MeditationControl
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

struct CheckCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check all that a set needs, and print its plan.",
    usage: "meditate check SET",
    discussion: """
      Decodes each song, bell, layer and voice to its end, reads the guide, opens the sound device, and \
      checks that the volume is not 0 and that the machine can be kept awake: one line each. Then the \
      plan is printed as a timeline, with what to know about it. What cannot be checked here, or was \
      switched off by a setting, is a note.

      The exit code is 1 if a check failed.
      """)

  @Argument(help: NamedSet.help, completion: .file(extensions: ["m3u8", "m3u"]))
  var name: String

  @Option(Settings.table.driver) var driver: String?
  @Option(Settings.table.device) var device: String?
  @Option(Settings.table.driverOptions) var driverOptions: [DriverOption]
  @Option(Settings.table.volume) var volume: Int
  @Flag(Settings.table.awake) var awake: Bool
  @OptionGroup var text: TextOptions

  func perform() throws {
    let set = try NamedSet.read(name)
    var form = try SetForm(of: set, reading: .ofShell)
    let files = try set.steps().flatMap(\.files)
    let wording = text.wording
    var results = Results()
    if set.songs.isEmpty, !form.plan.outlastsSongs {
      results.add("songs", .failed("there are none, and the plan has no length"))
    }
    var last: (any SongDecoder)?
    for (index, song) in set.songs.enumerated() {
      let path = PathName.path(song.path)
      // A title does not say which file it is.
      let (result, length) = Self.decoding(
        path, after: &last, wording, shown: "\(CleanText.clean(path.string)): ")
      results.add("song \(index + 1), \(CleanText.clean(song.title))", result)
      form.songs[index].length = song.length ?? length
    }
    for (name, use) in files {
      let path = BaseFolders.ofShell.path(of: name)
      results.add(
        "\(use) \(QuotedInput(name))",
        use == .guide
          ? Self.reading(guide: path)
          : Self.decoding(FilePath(path), after: &last, wording, isBell: use == .bell).result)
    }
    results.add("sound", opening)
    results.add("volume", loudness(form.plan))
    results.add("awake", wakefulness)
    text.print(Listing(planOf: form, wording: wording))
    print(results.summary(differs: form.differsFromPlan))
    if results.failureCount > 0 { throw StartProblem(status: .checkFailed, lines: []) }
  }

  // MARK: - Checks

  private enum Result {
    case fine(String)
    case failed(String)
    /// Nothing that the check can decide.
    case note(String)
  }

  /// Prints the result of each check, because the next one may take long.
  private struct Results {
    private(set) var failureCount = 0
    private var count = 0

    mutating func add(_ name: String, _ result: Result) {
      count += 1
      switch result {
      case .fine(let clause): print("ok: \(name): \(clause)")
      case .note(let clause): print("note: \(name): \(clause)")
      case .failed(let clause):
        failureCount += 1
        print("failed: \(name): \(clause)")
      }
      fflush(nil)
    }

    func summary(differs: Bool) -> String {
      if failureCount > 0 { return "Not ready: \(failureCount) of \(count) checks failed." }
      return differs ? "Ready, but the sit will differ from its plan: see the notes." : "Ready."
    }
  }

  /// Decodes the file at `path` to its end, and measures its length. `shown` begins the reason if
  /// nothing can be decoded. `last` is what decoded the file before it.
  private static func decoding(
    _ path: FilePath, after last: inout (any SongDecoder)?, _ wording: Wording, shown: String = "",
    isBell: Bool = false
  ) -> (result: Result, length: Duration?) {
    do throws(SongDecodingError) {
      let report = try SystemDecoders().decode(path, after: &last)
      let heard = report.verdict(wording)
      if isBell, heard.isWhole {
        try SystemDecoders().readBell(path, converters: SoxrConverters())
      }
      return (
        heard.isWhole ? .fine(heard.text) : .failed(heard.text),
        report.length > .zero ? report.length : nil
      )
    } catch {
      return (.failed(shown + error.reason), nil)
    }
  }

  @MainActor private static func reading(guide path: String) -> Result {
    do throws(SongDecodingError) {
      return .fine(counted(try PlanFiles.lines(ofGuide: path).count, "line"))
    } catch {
      return .failed(error.reason)
    }
  }

  private var opening: Result {
    let options = driverOptions.map { ($0.key, $0.value) }
    guard let reason = AudioDrivers.check(driver: driver, device: device, options: options) else {
      return .fine("\(driver.map { "the driver \(QuotedInput($0))" } ?? "the device") opens")
    }
    return .failed("no device can be opened: \(reason)")
  }

  private func loudness(_ plan: Plan) -> Result {
    let memory = VolumeMemory(environment: ProgramEnvironment.variables)
    let volume = plan.volume ?? SoundOptions.volume(volume, memory)
    return volume > 0 ? .fine("\(volume)%") : .failed("0%: nothing would be heard")
  }

  private var wakefulness: Result {
    guard awake else { return .note("the machine may idle, because 'awake' is 'no'") }
    return InhibitorLock.canBeHad(environment: ProgramEnvironment.variables)
      ? .fine("the machine can be kept awake")
      : .note("the machine may idle: neither logind nor a screen saver answers")
  }
}
