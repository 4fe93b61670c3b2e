import Dispatch
import MeditationSystem
import Testing

@Suite("A locked value") struct LockedTests {
  @Test("is used by one thread at a time")
  func exclusion() {
    struct Use {
      var count = 0
      var isUsed = false
      var overlapCount = 0
    }
    let use = Locked(Use())
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      SystemThread.start("locking") {
        for _ in 0..<20_000 {
          use.withLock { use in
            if use.isUsed { use.overlapCount += 1 }
            use.isUsed = true
            use.count += 1
            use.isUsed = false
          }
        }
        threads.leave()
      }
    }
    threads.wait()
    #expect(use.withLock { $0.count } == 80_000)
    #expect(use.withLock { $0.overlapCount } == 0)
  }

  @Test("is unlocked by what is thrown, whose type stays, and keeps what was changed before")
  func throwing() {
    struct Refusal: Error, Equatable { let number: Int }
    let value = Locked(1)
    do throws(Refusal) {
      try value.withLock { value throws(Refusal) in
        value = 2
        throw Refusal(number: 3)
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.number == 3)
    }
    #expect(value.withLock { $0 } == 2)
  }

  @Test("is shared by its copies, and released with the last")
  func copies() {
    final class Content: Sendable {}
    weak var content: Content?
    var copies: [Locked<[Content]>] = []
    do {
      let value = Locked([Content()])
      content = value.withLock { $0.first }
      copies = [value, value]
    }
    copies[0].withLock { $0 += [Content()] }
    #expect(copies.removeLast().withLock { $0.count } == 2)
    #expect(content != nil)
    copies = []
    #expect(content == nil)
  }
}
