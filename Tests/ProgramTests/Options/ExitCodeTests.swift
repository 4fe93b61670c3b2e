import Glibc
import MeditationCore
import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// The exit codes of the program.
@Suite("Exit codes", .waiting)
struct ExitCodeTests {
  @Test("0: the session ended well")
  func fine() throws {
    let workspace = try Workspace()
    // Longer than what is decoded ahead, and slower than what is decoded at once.
    try workspace.write("A.wav", WaveFile(seconds: 60).bytes)
    let outcome = try workspace.meditate("--output", "out.raw", "--start", "A.wav")
    #expect(outcome.lines.last == "Session finished: 1 song heard, 1:00 listened")
    #expect(outcome.warned == "")
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 60).sound)
  }

  @Test("a library that moves the environment before main takes no arguments", .needs("clang"))
  func preloaded() throws {
    let workspace = try Workspace()
    let library = """
      #include <stdlib.h>
      __attribute__((constructor)) static void move(void) { setenv("MOVED", "1", 1); }
      """
    let outcome = try workspace.start(
      "--version", environment: workspace.environment(preloading: library)
    ).finish(code: 0)
    #expect(outcome.said.hasPrefix("meditate "))
  }

  @Test(
    "'--version' is one line, whatever the settings are, and says which program this is",
    arguments: [
      ["--version"], ["sit", "--version"], ["do", "--version"], ["journal", "--version"],
    ])
  func version(arguments: [String]) throws {
    let workspace = try Workspace()
    try workspace.write(".config/meditate/config", "volume = loud\nnonsense = 1\n")
    let outcome = try workspace.meditate(arguments)
    #expect(outcome.said.contains(/^meditate [0-9.]+ \(Meditation, [^\n]+\)\n$/), "\(outcome)")
    #expect(outcome.warned == "")
  }

  @Test("'drivers' shows rows with a marker, a name, a description and a state in columns")
  func drivers() throws {
    let outcome = try Workspace().meditate("drivers")
    #expect(outcome.warned == "")
    let lines = outcome.lines
    let rows = lines.dropLast()
    #expect(
      lines.last
        == (rows.contains { $0.hasPrefix(" *") }
          ? "* is the default; '--driver NAME' selects another."
          : "No sound driver opens, so sessions are silent."))
    #expect(rows.contains { $0.hasPrefix("     null") && $0.hasSuffix("  opens") })
    // A busy machine can keep a driver from answering in time.
    let states = ["opens", "does not open", "does not answer"]
    #expect(rows.allSatisfy { row in states.contains { row.hasSuffix("  \($0)") } })
    #expect(rows.allSatisfy { $0.hasPrefix("     ") || $0.hasPrefix(" *   ") })
    #expect(Set(rows.map(\.count)).count == 1)
  }

  @Test("0: '--help' lists each code, and names the settings file and the environment")
  func help() throws {
    let outcome = try Workspace().meditate("--help")
    #expect(outcome.warned == "")
    let help = outcome.said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("Exit codes: \(meditate.ExitStatus.documentation)"))
    #expect(
      help.contains(
        "The default of each option that is not about one run can be set in "
          + "~/.config/meditate/config ('volume = 30') or in the environment (MEDITATE_VOLUME=30); "
          + "settings that cannot be parsed are reported and ignored."))
  }

  @Test("3: a song failed while playing, and the next one was heard")
  func songFailed() throws {
    let workspace = try Workspace()
    let whole = WaveFile(seconds: 2).bytes
    try workspace.write("Broken.wav", whole.dropLast(whole.count / 2))
    try workspace.write("Whole.wav", WaveFile(seconds: 1).bytes)
    let outcome = try workspace.meditate(
      "--output", "out.raw", "--start", "Broken.wav", "Whole.wav", code: 3)
    #expect(
      outcome.warnings == ["Song 1, Broken, failed at 0:01: the file is cut off here."])
    #expect(
      outcome.lines.last == "Session finished: 2 songs heard, 0:02 listened, 1 song failed")
    let broken = Array(whole.dropLast(whole.count / 2).dropFirst(44))
    let heard = try workspace.left("out.raw")
    // The last 10 ms before the damage fade, lest it clicks: 80 frames of 2 bytes.
    #expect(heard.prefix(broken.count).dropLast(160) == broken.dropLast(160))
    #expect(Array(heard.dropFirst(broken.count)) == WaveFile(seconds: 1).sound)
  }

  @Test(
    "64: a mistake on the command line is named",
    arguments: [
      (
        ["--volume", "120"],
        "The value '120' is invalid for '--volume <N>': write a number from 0 to 100."
      ),
      (
        ["-"],
        "'-' is not a path. To read a list of paths from standard input, use '--files-from -'."
      ),
      (
        ["--files-from", "-"],
        "'--files-from -' uses standard input, so commands cannot be read from it. Add --start."
      ),
      (
        ["--pick", "3-1"],
        "The value '3-1' is invalid for '--pick <LIST>': "
          + "'3-1' runs backwards. Did you mean '1-3'?"
      ),
      (
        ["--for", "20m, closing 3"],
        "The value '20m, closing 3' is invalid for '--for <LENGTH>': "
          + "write one length; '--plan' takes a whole plan."
      ),
      (
        ["sit", "--plan", "20m"],
        "The value '20m' is invalid for '--plan <PLAN>': "
          + "'20m' does not belong in a plan. Did you mean 'for 20m'?"
      ),
      (["--vol", "40"], "Unknown option '--vol'. Did you mean '--volume'?"),
      (["--strat"], "Unknown option '--strat'. Did you mean '--start'?"),
      (
        ["sit", "--time", "20"],
        "Unknown option '--time'. A length stands alone: 'meditate sit 20m'."
      ),
      (
        ["sit", "20m", "--bell", "gong"],
        "Unknown option '--bell'. Bells are part of a plan: "
          + "'meditate sit 20m --plan \"bells every 5m, closing 3\"'."
      ),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Workspace().meditate(arguments, code: 64)
    #expect(outcome.said == "")
    #expect(outcome.warnings.first == "Error: \(message)")
    // The usage and the help of an option would hide it.
    let name = arguments.first == "sit" ? "meditate sit" : "meditate"
    #expect(
      outcome.warnings.dropFirst() == ["  See '\(name) --help' for more information."])
  }

  @Test(
    "64: the usage of a subcommand begins with the program",
    arguments: ["drivers", "script", "sit", "again", "resume", "journal", "sets", "do", "sessions"])
  func subcommandUsage(name: String) throws {
    let outcome = try Workspace().meditate(name, "--foo", "x", code: 64)
    #expect(outcome.warnings.count == 2)
    #expect(
      outcome.warnings.last == "  See 'meditate \(name) --help' for more information.")
    guard ["drivers", "again", "resume", "sets", "sessions"].contains(name) else { return }
    let word = try Workspace().meditate(name, "x", code: 64)
    #expect(word.warnings.contains { $0.hasPrefix("Usage: meditate \(name)") })
  }

  @Test("69: the named device cannot be opened")
  func deviceUnavailable() throws {
    let workspace = try Workspace(songs: ["A.wav": 0.5])
    let outcome = try workspace.meditate("--device", "nowhere", "A.wav", code: 69)
    #expect(outcome.said == "")
    #expect(outcome.warned.hasPrefix("The sound device 'nowhere' cannot be opened: "))
  }

  private static let advice =
    "'meditate drivers' lists those that can; '--driver null' plays silently."

  @Test(
    "a start that fails says why in one line",
    arguments: [
      (
        ["--output", "out.wav", "--pick", "1 4"], 64,
        Refusal.noSuchSong(number: 4, count: 1).text
      ),
      (
        ["--driver", "pulse"], 69,
        "The sound driver 'pulse' cannot be opened: no device is found. \(advice)"
      ),
      (
        ["--driver", "nul"], 69,
        "The sound driver 'nul' cannot be opened: there is no driver of that name. "
          + "Did you mean 'null'? \(advice)"
      ),
      (
        ["--driver", "nonsense"], 69,
        "The sound driver 'nonsense' cannot be opened: there is no driver of that name. \(advice)"
      ),
      (
        ["--driver", "wav"], 69,
        "The sound driver 'wav' cannot be opened: it writes files, and plays nothing. "
          + "'--output FILE.wav' writes one. \(advice)"
      ),
      (
        ["--output", "missing/out.wav"], 73,
        "The output file cannot be created: the folder does not exist."
      ),
      (
        ["--output", "out.mp3"], 73,
        "The output file cannot be created: its name must end in '.wav', '.au' or '.raw'."
      ),
    ] as [([String], Int32, String)])
  func failedStart(options: [String], code: Int32, message: String) throws {
    let workspace = try Workspace(songs: ["A.wav": 0.5])
    let outcome = try workspace.meditate(options + ["--start", "A.wav"], code: code)
    #expect(outcome.said == "")
    #expect(outcome.warned == "\(message)\n")
  }

  static let failingRuns = [
    ["--start", "Long.wav"], ["--start", "--format", "json", "Long.wav"],
    ["script", "it.meditate", "Long.wav"],
  ]

  @Test("74: the disk is full", arguments: failingRuns, ["wav", "au", "raw"])
  func outputFailed(run: [String], ending: String) throws {
    let workspace = try Workspace(songs: ["Long.wav": 600])
    try workspace.write("it.meditate", "all\nstart\nwait end-of-session\n")
    let output = "out.\(ending)"
    #expect(workspace.place(output).withPlatformString { symlink("/dev/full", $0) } == 0)
    let outcome = try workspace.meditate(run + ["--output", output], code: 74)
    let reason = "the disk is full"
    if run.contains("json") {
      #expect(outcome.lines.contains { $0.contains("output-failed") && $0.contains(reason) })
      #expect(outcome.lines.last == #"{"code":74,"type":"bye"}"#)
    } else {
      #expect(outcome.warned == "Writing stopped: \(reason).\n")
    }
  }

  @Test("74: a full disk is told before the lines of a script that fail because of it")
  func outputFailedFirst() throws {
    let workspace = try Workspace(songs: ["Long.wav": 600])
    try workspace.write("it.meditate", "all\nstart\nwait end-of-session\nexpect elapsed 10:00\n")
    #expect(workspace.place("out.raw").withPlatformString { symlink("/dev/full", $0) } == 0)
    let outcome = try workspace.meditate(
      "script", "it.meditate", "Long.wav", "--output", "out.raw", code: 74)
    #expect(outcome.warnings.first == "Writing stopped: the disk is full.")
    #expect(outcome.warnings.count == 2, "\(outcome)")
  }
}
