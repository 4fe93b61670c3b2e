import ArgumentParser
import Testing

@testable import meditate

@Suite("The command of a command line") struct CommandTests {
  @Test(
    "is the first word, or the first after settings",
    arguments: [
      ("sit 20m --plain", "sit", "20m --plain"),
      ("--plain sit 20m", "sit", "--plain 20m"),
      ("--format json --volume=30 sit 20m", "sit", "--format json --volume=30 20m"),
      ("--plain 20m", "sit", "--plain 20m"),
      ("--plain journal delete 3", "delete", "--plain 3"),
      ("--plain", "meditate", "--plain"),
      ("--volume", "meditate", "--volume"),
      ("--volume sit", "meditate", "--volume sit"),
      ("--no-such sit 20m", "meditate", "--no-such sit 20m"),
      ("a.wav sit", "meditate", "a.wav sit"),
      ("--start a.wav sit", "meditate", "--start a.wav sit"),
      ("-- sit", "meditate", "-- sit"),
    ])
  func command(typed: String, name: String, arguments: String) {
    let found = meditate.Meditate.command(in: typed.split(separator: " ").map(String.init))
    #expect(found.command._commandName == name)
    #expect(found.arguments.joined(separator: " ") == arguments)
  }
}
