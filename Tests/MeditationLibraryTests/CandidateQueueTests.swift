import SystemPackage
import Testing

@testable import MeditationLibrary

struct CandidateQueueTests {
  private static func candidates(_ numbers: Range<Int>) -> [Candidate] {
    numbers.map { Candidate(path: FilePath("\($0)")) }
  }

  @Test("a part can be taken while the rest is still being found")
  func early() {
    let queue = CandidateQueue()
    queue.add(Self.candidates(0..<40))
    #expect(Array(queue.take(32)) == Self.candidates(0..<32))
    #expect(queue.foundCount == 40)
    queue.add(Self.candidates(40..<64))
    #expect(Array(queue.take(32)) == Self.candidates(32..<64))
    queue.finish()
    #expect(queue.take(32).isEmpty)
  }

  @Test("the reader waits for a whole part, or for the end")
  func waiting() async {
    let queue = CandidateQueue()
    async let all = Self.takeAll(from: queue)
    for number in 0..<100 { queue.add(Self.candidates(number..<number + 1)) }
    queue.finish()
    let parts = await all
    #expect(parts.map(\.count) == [32, 32, 32, 4])
    #expect(parts.flatMap { $0 } == Self.candidates(0..<100))
  }

  private static func takeAll(from queue: CandidateQueue) async -> [[Candidate]] {
    var parts: [[Candidate]] = []
    while true {
      let part = queue.take(32)
      if part.isEmpty { return parts }
      parts.append(Array(part))
      if part.count < 32 { return parts }
    }
  }
}
