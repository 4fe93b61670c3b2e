import MeditationTestSupport
import Testing

/// Sits that go wrong, or on and on, on the virtual clock.
@Suite("A sit by a script", .waiting) struct SitScriptTests {
  @Test("goes as its plan says", arguments: SitScene.long + SitScene.faults)
  func scene(_ scene: SitScene) throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", scene.script)
    try workspace.meditate("script", "it.meditate")
  }
}
