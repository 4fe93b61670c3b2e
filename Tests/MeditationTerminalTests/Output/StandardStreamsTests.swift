import Foundation
import MeditationLines
import MeditationScreens
import Testing

@testable import MeditationTerminal

@Suite("The standard streams") @MainActor struct StandardStreamsTests {
  @Test(
    "ask a form's question of a person, and nobody else",
    arguments: [
      (true, "> \nhello\nName: \nReplace 'Evening'? \n> "), (false, "hello\n"),
    ])
  func prompts(isPrompting: Bool, written: String) throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let writer = StreamWriter { _, _ in }
    let streams = StandardStreams(
      writer: writer, output: descriptor, diagnostics: descriptor, isPrompting: isPrompting)
    var form = NameForm { _ in true }
    streams.prompt()
    streams.print("hello")
    for text in ["Evening", nil] {
      streams.show(form)
      streams.prompt()
      if isPrompting { writer.write("\n", to: descriptor) }
      streams.lineWasTyped()
      guard let text else { break }
      _ = form.submit(text)
    }
    streams.show(nil as NameForm?)
    streams.prompt()
    writer.flush()
    try pipe.fileHandleForWriting.close()
    let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(String(decoding: bytes, as: UTF8.self) == written)
  }
}
