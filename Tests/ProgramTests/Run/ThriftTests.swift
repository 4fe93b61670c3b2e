import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// The resources that the program uses while playing and while idle.
@Suite("Thrift", .waiting) struct ThriftTests {
  @Test("no thread wakes up while nothing is playing")
  func idle() throws {
    let workspace = try Workspace(songs: ["Long.wav": 600])
    let players = try ["pause", "back", "finish"].map { command in
      let player = try workspace.start("--driver", "null", "Long.wav")
      try player.type("1\nstart\n\(command)\n")
      try player.type("volume 40", until: "Volume 40%")
      return player
    }
    try workspace.spendTime()
    let before = try players.map { try wakings(of: $0.processID) }
    #expect(before.allSatisfy { $0.keys.sorted() == ["decoding", "playing"] }, "\(before)")
    try workspace.spendTime()
    let after = try players.map { try wakings(of: $0.processID) }
    for (before, after) in zip(before, after) {
      #expect(after.values.reduce(0, +) <= before.values.reduce(0, +) + 2)
    }
  }

  /// How often each of the engine's threads has gone to sleep. Source: proc_pid_status(5).
  private func wakings(of process: pid_t) throws -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    var counts: [String: Int] = [:]
    for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
      // Another thread may have ended meanwhile.
      let status = (try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)) ?? ""
      let fields = status.split(separator: "\n").map { $0.split { ":\t".contains($0) } }
      func field(_ name: String) -> String? {
        fields.first { $0.first == name[...] }?.last.map(String.init)
      }
      guard let name = field("Name"), ["decoding", "playing"].contains(name) else { continue }
      counts[name] = field("voluntary_ctxt_switches").flatMap { Int($0) }
    }
    return counts
  }

  /// Counts what the two threads of the engine allocate, and writes it to a file at the end.
  private static let counter = """
    #define _GNU_SOURCE
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
    extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
    static atomic_long count;
    static void note(void) {
      char name[16] = "";
      pthread_getname_np(pthread_self(), name, sizeof name);
      if (!strcmp(name, "playing") || !strcmp(name, "decoding")) count++;
    }
    void *malloc(size_t size) { note(); return __libc_malloc(size); }
    void *calloc(size_t number, size_t size) { note(); return __libc_calloc(number, size); }
    void *realloc(void *old, size_t size) { note(); return __libc_realloc(old, size); }
    int posix_memalign(void **memory, size_t alignment, size_t size) {
      note();
      return (*memory = __libc_memalign(alignment, size)) ? 0 : 12;
    }
    __attribute__((destructor)) static void tell(void) {
      FILE *report = fopen(getenv("COUNT"), "w");
      if (!report) return;
      fprintf(report, "%ld", atomic_load(&count));
      fclose(report);
    }
    """

  /// Of the program as it is released; one for debugging allocates wherever it goes.
  @Test(
    "playing on allocates nothing", .needs("clang"),
    .enabled(if: getenv("MEDITATE") != nil, "$MEDITATE names no released program"))
  func allocations() throws {
    let workspace = try Workspace()
    let environment = try workspace.environment(
      preloading: Self.counter, ["COUNT": workspace.place("count").string])
    let counts = try [60.0, 240].map { seconds in
      try workspace.write(
        "\(Int(seconds)).wav", WaveFile(sampleRate: 44_100, seconds: seconds).bytes)
      let player = try workspace.start(
        "--output", "out.raw", "--force", "--start", "\(Int(seconds)).wav",
        environment: environment)
      try player.finish(code: 0)
      return Int(try workspace.text("count")) ?? 0
    }
    #expect(counts[0] > 0)
    // Three minutes more are 970 chunks more, and 180 seconds that are reported: each report is an event
    // in a queue, for two or three allocations. One allocation a chunk would be 970 more.
    #expect(counts[1] - counts[0] < 4 * 180)
  }
}

extension Workspace {
  /// Lets a second go by, which another one plays.
  fileprivate func spendTime() throws {
    try write("Clock.wav", WaveFile(seconds: 1).bytes)
    try meditate("--driver", "null", "--start", "Clock.wav")
  }
}
