import Glibc

/// Polls for changes that cannot be observed, such as those of a screen.
package enum Poll {
  /// Long enough for a busy machine; a sanitizer makes the program several times as slow.
  private static let limit = Duration.seconds(hasSanitizer ? 300 : 60)

  private static var hasSanitizer: Bool {
    ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
  }

  /// Polls until `condition` holds, for a minute at most. Blocks the thread.
  ///
  /// - Returns: True if it holds.
  package static func until(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    // Many conditions start a process to look: the longer it takes, the less often.
    var milliseconds: Int32 = 10
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      Glibc.poll(nil, 0, milliseconds)
      milliseconds = min(milliseconds + 10, 100)
    }
    return true
  }

  /// Polls like ``until(_:)``, and lets other tasks run on the caller's actor meanwhile.
  ///
  /// - Returns: True if the condition holds.
  package static func wait(
    isolation: isolated (any Actor)? = #isolation, until condition: () -> Bool
  ) async throws -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
