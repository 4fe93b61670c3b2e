import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Ctrl-C, `kill`, and a terminal that is closed.
@Suite("Signals", .waiting)
struct SignalTests {
  static let signals = [SIGINT, SIGTERM, SIGHUP]

  @Test("end a playing session with exit code 128 + n", arguments: signals)
  func whilePlaying(number: Int32) throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--driver", "null", "--start", "Long.wav")
    try process.wait(for: "Long")
    process.signal(number)
    let outcome = try process.finish()
    #expect(outcome.ending == .exit(128 + number))
    #expect(outcome.warned == "")
  }

  @Test("end a program that is picking", arguments: signals)
  func whilePicking(number: Int32) throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--driver", "null", "Long.wav")
    try process.wait(for: "No songs picked")
    process.signal(number)
    let outcome = try process.finish()
    #expect(outcome.ending == .exit(128 + number))
    #expect(outcome.warned == "")
  }

  @Test("end a session that is paused")
  func whilePaused() throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--driver", "null", "--start", "Long.wav")
    try process.type("pause\nvolume 40\n")
    try process.wait(for: "Volume 40%")
    process.signal(SIGTERM)
    #expect(try process.finish().ending == .exit(128 + SIGTERM))
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
    let outcome = try process.finish()
    #expect(outcome.ending == .exit(128 + number))
    #expect(outcome.said == "")
    let speaker = try #require(
      Int32(String(decoding: try workspace.read("speaker").dropLast(), as: UTF8.self)))
    #expect(Poll.until { kill(speaker, 0) != 0 })
  }

  @Test("a stop that SIGCONT has taken back stops nothing")
  func stopAndContinue() throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--driver", "null", "Long.wav")
    try process.wait(for: "No songs picked")
    for _ in 0..<20 {
      process.signal(SIGTSTP)
      process.signal(SIGCONT)
    }
    process.signal(SIGTERM)
    #expect(try process.end() == .exit(128 + SIGTERM))
  }

  @Test("leave a playable file", .needs("soxi"))
  func whileWriting() throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--output", "out.wav", "--start", "Long.wav")
    try process.wait { _ in (try? workspace.read("out.wav"))?.isEmpty == false }
    process.signal(SIGINT)
    let outcome = try process.finish()
    let size = try workspace.read("out.wav").count
    // It may have been faster than the signal.
    #expect([.exit(128 + SIGINT), .exit(0)].contains(outcome.ending))
    let frames = String(decoding: try workspace.run("soxi", ["-s", "out.wav"]), as: UTF8.self)
    // libao's header has 68 bytes, a frame 4: a file is written in stereo.
    #expect(frames == "\((size - 68) / 4)\n")
  }

  @Test("end the program at once when sent twice")
  func twice() throws {
    let workspace = try Workspace()
    try workspace.write("Long.wav", WaveFile(seconds: 600).bytes)
    let process = try workspace.start("--driver", "null", "--start", "Long.wav")
    try process.wait(for: "Long")
    process.signal(SIGINT)
    process.signal(SIGTERM)
    let outcome = try process.finish()
    // Signals of different kinds are delivered in no promised order.
    #expect([.exit(128 + SIGINT), .exit(128 + SIGTERM)].contains(outcome.ending))
  }
}
