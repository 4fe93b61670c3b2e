import Glibc
import MeditationTestSupport
import Testing

/// Clock changes and stopped processes.
@Suite("Time", .waiting) struct ClockTests {
  /// Makes the time of day jump an hour ahead, and back, at every call.
  private static let jumps = """
    #define _GNU_SOURCE
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    static int isAhead;
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (clock == CLOCK_REALTIME && (isAhead = !isAhead)) time->tv_sec += 3600;
      return result;
    }
    int gettimeofday(struct timeval *time, void *zone) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }
    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }
    """

  @Test("the time of day may jump", .needs("clang"))
  func jump() throws {
    let workspace = try Workspace(songs: ["A.wav": 2])
    let start = ContinuousClock.now
    let player = try workspace.start(
      "--driver", "null", "--start", "A.wav",
      environment: workspace.environment(preloading: Self.jumps))
    let outcome = try player.finish(code: 0)
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:02 listened")
    // No less than the song lasts, but for what the device holds at its end.
    #expect(ContinuousClock.now - start >= .seconds(1.7))
  }

  /// The machine has slept for an hour as soon as there is a file `slept`.
  private static let suspend = """
    #define _GNU_SOURCE
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (clock == CLOCK_BOOTTIME && !access("slept", F_OK)) time->tv_sec += 3600;
      return result;
    }
    """

  @Test("a machine that slept pauses the session, which 'play' continues", .needs("clang"))
  func suspended() throws {
    let workspace = try Workspace()
    let sit = try workspace.start(
      "sit", "20m", "--plan", "off, bells every 5m", "--driver", "null",
      environment: workspace.environment(preloading: Self.suspend))
    try sit.wait { $0.said.lowercased().contains("silence") }
    try workspace.write("slept", "")
    try sit.waitForWarnings()
    try sit.type("play\nfinish\n")
    sit.endInput()
    let outcome = try sit.finish(code: 0)
    #expect(outcome.warned == "The machine slept; 'play' goes on.\n")
    let transport = outcome.lines.filter { $0.hasPrefix("Paused") || $0.hasPrefix("Resumed") }
    #expect(transport.count == 2)
    #expect(!outcome.said.contains("Bell 1"))
  }

  @Test("a stopped program continues where it was, at normal speed")
  func stopped() throws {
    let workspace = try Workspace(songs: ["A.wav": 3, "B.wav": 1])
    let start = ContinuousClock.now
    // Without a journal, which it would keep locked in the middle of a write.
    let player = try workspace.start("--driver", "null", "--journal", "off", "--start", "A.wav")
    try player.wait(for: "A, 0:00 of 0:03")
    player.signal(SIGSTOP)
    let stop = ContinuousClock.now
    try workspace.meditate("--driver", "null", "--start", "B.wav")
    let pause = ContinuousClock.now - stop
    player.signal(SIGCONT)
    let outcome = try player.finish(code: 0)
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:03 listened")
    // The silent device plays all that it holds while the program is stopped, and again after the end.
    #expect(ContinuousClock.now - start - pause >= .seconds(2.4))
  }
}
