import MeditationTestSupport
import SystemPackage
import Testing

/// A system that allows no more threads, as `ulimit -u` or a container can.
@Suite("Too few threads", .waiting, .needs("clang")) struct ThreadShortageTests {
  /// Refuses threads from the call `first` to the call `last`.
  private static func refusing(_ first: Int, _ last: Int) -> String {
    """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <pthread.h>
    #include <stdatomic.h>
    typedef int creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static atomic_int call;
    int pthread_create(
      pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *value) {
      int number = atomic_fetch_add(&call, 1) + 1;
      if (number >= \(first) && number <= \(last)) return EAGAIN;
      return ((creator *)dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, start, value);
    }
    """
  }

  @Test(
    "nothing starts, with one line that says why",
    arguments: [["--start"], ["drivers"]], [1, 6])
  func shortage(arguments: [String], first: Int) throws {
    let workspace = try Workspace()
    let outcome = try workspace.start(
      arguments, environment: workspace.environment(preloading: Self.refusing(first, .max))
    ).finish(code: 71)
    #expect(outcome.said == "")
    #expect(
      outcome.warned
        == "The system allows no more threads. Close other programs, or raise the limit "
        + "('ulimit -u').\n")
  }

  @Test("a session can be asked without any", arguments: [["do", "pause"], ["status"]])
  func quick(arguments: [String]) throws {
    let workspace = try Workspace()
    try workspace.start(
      arguments, environment: workspace.environment(preloading: Self.refusing(1, .max))
    ).finish(code: 75)
  }

  @Test(
    "too little memory for data is told, too", arguments: ["-d 5000", "-d 60000"])
  func limits(limit: String) throws {
    let workspace = try Workspace()
    let process = try workspace.startTool(
      "sh", ["-c", "ulimit \(limit) && exec '\(try Meditate.path.string)' --driver null --start"])
    let outcome = try process.finish(code: 71)
    #expect(outcome.said == "" && outcome.warned.hasPrefix("The system allows too "))
    #expect(outcome.warned.contains("memory for data"), "\(outcome.warned)")
  }

  @Test("a short one is waited for")
  func short() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    // 16 threads are tried at first; the next one loads the sound drivers.
    let outcome = try workspace.start(
      "--driver", "null", "--start", "A.wav",
      environment: workspace.environment(preloading: Self.refusing(17, 20))
    ).finish(code: 0)
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:01 listened")
  }
}
