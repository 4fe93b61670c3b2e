import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Configurations of ALSA's library that crash it.
@Suite("ALSA's configuration", .waiting)
struct ALSAConfigurationTests {
  private let workspace: Workspace
  private var file: String { workspace.place(".asoundrc").string }

  init() throws {
    let library = dlopen("libasound.so.2", RTLD_LAZY)
    try #require(library != nil, "ALSA's library is not installed")
    workspace = try Workspace()
  }

  @Test(
    "a file that cannot be read is named; the driver does not open, and the program goes on",
    arguments: ["pcm.!default { type", "</nope>", String(repeating: "{", count: 3_000_000)])
  func wrong(text: String) throws {
    try workspace.write(".asoundrc", text)
    let named = try workspace.start("sit", "1s", "--driver", "alsa").finish(code: 69)
    let reason = "ALSA cannot read its configuration: mend or remove \(file)"
    #expect(named.warned.contains("'alsa' cannot be opened: \(reason)."))
    let drivers = try workspace.start("drivers").finish(code: 0)
    #expect(
      drivers.lines.contains { $0.contains(" alsa ") && $0.hasSuffix("does not open: \(reason)") },
      "\(drivers)")
  }

  @Test("a file that is right opens as it says")
  func right() throws {
    try workspace.write(".asoundrc", "pcm.!default { type null }\n")
    let outcome = try workspace.start("drivers").finish()
    #expect(
      outcome.lines.contains { $0.contains(" alsa ") && $0.hasSuffix("  opens") }, "\(outcome)")
  }
}
