import Foundation
import MeditationSystem
import SystemPackage
import Testing

/// The limits that a shell or a container sets, each in a process of its own.
@Suite("What the system allows") struct LimitTests {
  @Test("files are counted exactly, and none stays open")
  func files() async {
    await #expect(processExitsWith: .success) {
      // The process may open files of its own meanwhile, which it does not do each time.
      let isExact = try (0..<10).contains { _ in
        let names = try DirectoryEntry.names(in: "/proc/self/fd")
        let highest = names.compactMap { Int(String(decoding: $0, as: UTF8.self)) }.max() ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // Ten numbers are free above, and some perhaps below.
        limit.rlim_cur = rlim_t(highest + 11)
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
          return false
        }
        let areAllowed = (0..<50).allSatisfy { _ in SystemLimits.allowFiles(10) }
        let areTooMany = !SystemLimits.allowFiles(highest + 11)
        let left = try DirectoryEntry.names(in: "/proc/self/fd").count
        return areAllowed && areTooMany && left == names.count
      }
      #expect(isExact)
    }
  }

  @Test("memory is asked for and given back")
  func memory() async {
    await #expect(processExitsWith: .success) {
      #expect(!SystemLimits.allowMemory(1 << 60))
      // 500 times 1 GB would not fit if it stayed.
      var limit = rlimit(rlim_cur: 100 << 30, rlim_max: 100 << 30)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
      for _ in 0..<500 { #expect(SystemLimits.allowMemory(1 << 30)) }
      #expect(!SystemLimits.allowMemory(100 << 30))
    }
  }

  @Test("a stack may be exactly as large as it must be")
  func stack() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
      limit.rlim_cur = 1 << 20
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0)
      #expect(SystemLimits.allowStack(1 << 20))
      #expect(!SystemLimits.allowStack(1 << 20 + 1))
    }
  }

  @Test("threads are started and ended")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let before = try DirectoryEntry.names(in: "/proc/self/task").count
      #expect(SystemLimits.allowThreads(8))
      #expect(try DirectoryEntry.names(in: "/proc/self/task").count == before)
    }
  }

  @Test("a thread has its name, leaves signals to the main thread, and hands on what it throws")
  func threadState() async throws {
    struct Refusal: Error {}
    let (name, mask) = await SystemThread.run("lanterns") {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      let comm = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      return (comm, SystemThread.signalsOfMain.map { sigismember(&mask, $0) })
    }
    #expect(name == "lanterns\n")
    #expect(mask == [1, 1, 1, 1, 1, 1])
    await #expect(throws: Refusal.self) {
      try await SystemThread.run("x") { () throws(Refusal) in throw Refusal() }
    }
  }
}
