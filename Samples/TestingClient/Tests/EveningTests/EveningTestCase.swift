import MeditationCore
import MeditationTesting
import XCTest

/// The same with XCTest. A test is `async`: XCTest on Linux calls one that is not beside the main
/// actor, and stops the program where that is checked.
final class EveningTestCase: XCTestCase {
  @MainActor func testEvening() async {
    let session = ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])
    session.perform(.pick([0])) { $0[0] = .picking(.selected) }
    session.perform(.start) {
      $0[0] = .listening(.playing)
      $0[1] = .listening(.hidden)
    }
    session.advance(by: .seconds(170)) { $0["Waves"] = .listening(.playable) }
    XCTAssertEqual(session.viewModel.state.end, .completed)
  }
}
