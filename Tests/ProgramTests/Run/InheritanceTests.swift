import MeditationTestSupport
import SystemPackage
import Testing

/// The things that a session's child processes inherit: hooks, decoders, and a program that speaks.
@Suite("A program that a session starts", .waiting, .needs("bash", "ffmpeg"))
struct InheritanceTests {
  /// Writes down what is open in it and which signals it ignores or blocks.
  private static let report = """
    ls /proc/self/fd | tr '\n' ' ' >"$1.new"
    grep -E 'SigIgn|SigBlk' /proc/self/status >>"$1.new"
    mv "$1.new" "$1"

    """

  @Test("has the standard streams open, and no signal that is ignored or blocked")
  func inherited() throws {
    let workspace = try Workspace()
    try workspace.write("report", Self.report)
    try workspace.write("guide.txt", "0:01 Sit down.\n")
    try workspace.write("speak", "cat >/dev/null\n. ./report speaker\ncat words.wav\n")
    try workspace.write("words.wav", WaveFile(seconds: 1).bytes)
    try workspace.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=300:d=20", "-c:a", "aac", "a.m4a"])
    for name in ["ffmpeg", "ffprobe"] {
      try workspace.write(
        "bin/\(name)",
        "#!/bin/bash\n(cd '\(workspace.folder)' && . ./report \(name))\n"
          + "PATH=${PATH#*:} exec \(name) \"$@\"\n")
      try workspace.run("chmod", ["755", workspace.place("bin/\(name)").string])
    }
    let path = "\(workspace.place("bin")):\(workspace.environment["PATH"] ?? "")"
    // Descriptors and signals that this program inherits are not passed on.
    let command = """
      exec 7<report 9>>journal; trap '' HUP INT TERM QUIT USR1 PIPE
      exec '\(try Meditate.path)' sit 10m --plan 'off, guide ./guide.txt' --driver null \
        --speak 'bash speak' --on-begin 'bash report hook' a.m4a
      """
    let process = try workspace.startTool(
      "bash", ["-c", command], environment: workspace.environment(adding: ["PATH": path]))
    for name in ["hook", "ffmpeg", "ffprobe", "speaker"] {
      try process.wait { _ in (try? workspace.read(name)) != nil }
      let words = try workspace.text(name).split(whereSeparator: { " \n\t".contains($0) })
      // The last is the folder that 'ls' reads.
      #expect(words.prefix(4) == ["0", "1", "2", "3"], "\(name): \(words)")
      // No program can change 32 and 33, which are the C library's own.
      for mask in words.suffix(4).compactMap({ UInt64($0, radix: 16) }) {
        #expect(mask & ~0x1_8000_0000 == 0, "\(name): \(words)")
      }
    }
    try process.type("quit\n")
    process.endInput()
    try process.finish()
  }
}
