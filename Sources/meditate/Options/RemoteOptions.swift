import ArgumentParser

/// The options for programs that steer the session.
struct RemoteOptions: ParsableArguments {
  @Flag(Settings.table.remote) var remote: Bool
}
