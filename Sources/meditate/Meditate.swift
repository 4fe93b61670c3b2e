import ArgumentParser

@main struct Meditate: AsyncParsableCommand {
  func run() async throws {}
}
