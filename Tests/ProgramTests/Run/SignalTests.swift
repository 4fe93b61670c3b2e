import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Ctrl-C, `kill`, and a terminal that is closed.
@Suite("Signals", .waiting)
struct SignalTests {
  static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Starts the program with a long song.
  private func start(_ options: [String] = []) throws -> RunningProcess {
    let workspace = try Workspace(songs: ["Long.wav": 600])
    return try workspace.start(["--driver", "null"] + options + ["Long.wav"])
  }

  @Test(
    "end a program that is picking, and a playing session, with exit code 128 + n",
    arguments: signals, [false, true])
  func whileRunning(number: Int32, isPlaying: Bool) throws {
    let process = try start(isPlaying ? ["--start"] : [])
    try process.wait(for: isPlaying ? "1 playing: Long" : Shown.nothingPicked)
    process.signal(number)
    let outcome = try process.finish(code: 128 + number)
    #expect(outcome.warned == "")
  }

  @Test("end a session that is paused")
  func whilePaused() throws {
    let process = try start(["--start"])
    try process.type("pause\nvolume 40", until: "Volume 40%")
    process.signal(SIGTERM)
    try process.finish(code: 128 + SIGTERM)
  }

  @Test("end a program that has quit, and whose output nobody reads", arguments: signals)
  func afterQuit(number: Int32) throws {
    let session = try SteeredSession(in: try Workspace())
    // More than a pipe holds.
    try session.process.type(String(repeating: "help all\n", count: 40) + "quit\n")
    let socket = session.socket.string
    #expect(Poll.until { access(socket, F_OK) != 0 })
    session.process.signal(number)
    #expect(try session.process.end() == .exit(128 + number))
  }

  @Test(
    "end a program whose sit waits for a voice that hangs, and the program that speaks",
    arguments: signals)
  func whileSpeaking(number: Int32) throws {
    let workspace = try Workspace()
    try workspace.write("guide.txt", "0:01 Sit down.\n")
    try workspace.write("speak", "echo $$ >speaker.new; mv speaker.new speaker; exec sleep 600\n")
    let process = try workspace.start(
      "sit", "1m", "--plan", "off, guide ./guide.txt", "--speak", "sh ./speak", "--driver", "null")
    try process.wait { _ in (try? workspace.read("speaker")) != nil }
    process.signal(number)
    let outcome = try process.finish(code: 128 + number)
    #expect(outcome.said == "")
    let speaker = try #require(Int32(try workspace.text("speaker").dropLast()))
    #expect(Poll.until { kill(speaker, 0) != 0 })
  }

  @Test("a stop that SIGCONT has taken back stops nothing")
  func stopAndContinue() throws {
    let process = try start()
    try process.wait(for: Shown.nothingPicked)
    for _ in 0..<20 {
      process.signal(SIGTSTP)
      process.signal(SIGCONT)
    }
    process.signal(SIGTERM)
    #expect(try process.end() == .exit(128 + SIGTERM))
  }

  @Test("leave a playable file", .needs("soxi"))
  func whileWriting() throws {
    let workspace = try Workspace(songs: ["Long.wav": 600])
    let process = try workspace.start("--output", "out.wav", "--start", "Long.wav")
    try process.wait { _ in (try? workspace.read("out.wav"))?.isEmpty == false }
    process.signal(SIGINT)
    let outcome = try process.finish()
    let size = try workspace.read("out.wav").count
    // It may have been faster than the signal.
    #expect([.exit(128 + SIGINT), .exit(0)].contains(outcome.ending))
    let frames = try workspace.ask("soxi", ["-s", "out.wav"])
    // libao's header has 68 bytes, a frame 4: a file is written in stereo.
    #expect(frames == "\((size - 68) / 4)\n")
  }

  @Test("end the program at once when sent twice")
  func twice() throws {
    let process = try start(["--start"])
    try process.wait(for: "Long")
    process.signal(SIGINT)
    process.signal(SIGTERM)
    let outcome = try process.finish()
    // Signals of different kinds are delivered in no promised order.
    #expect([.exit(128 + SIGINT), .exit(128 + SIGTERM)].contains(outcome.ending))
  }
}
