import Foundation
import MeditationTesting
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../Samples/Scripts").standardized

private let sampleScripts: [String] =
  ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  .filter { $0.hasSuffix(".meditate") }.sorted()

@Suite("The sample scripts") @MainActor struct SampleScriptTests {
  @Test("are at least six")
  func areThere() { #expect(sampleScripts.count >= 6) }

  @Test("hold, and change modes", arguments: sampleScripts)
  func hold(name: String) throws {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    #expect(!run(script: text, name: name).isEmpty)
  }
}
