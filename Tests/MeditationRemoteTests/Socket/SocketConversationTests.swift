import MeditationControl
import MeditationCore
import Testing

@testable import MeditationRemote

@Suite("A conversation on the control socket") @MainActor struct SocketConversationTests {
  /// A client, and what it was told; the reason for the end of the conversation is a word.
  @MainActor private final class Peer {
    private(set) var told: [String] = []
    private var conversation: SocketConversation?

    init(of controller: SessionController, saying lines: String...) {
      conversation = SocketConversation(with: controller, version: "1") { [weak self] bytes in
        self?.told += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      } leave: { [weak self] end in
        self?.told.append(end.rawValue)
      }
      for line in lines { conversation?.answer(line) {} }
    }
  }

  private let stage: VirtualStage
  private let other = Client()

  init() {
    let songs = (1...2).map { SongViewModel(title: "\($0)", length: .seconds(100)) }
    stage = VirtualStage(session: MeditationViewModel(songs: songs))
  }

  @Test(
    "that ends with the session has the answer to the line that ended it",
    arguments: ["json", "text"])
  func ownEnd(form: String) {
    let peer = Peer(of: stage.controller, saying: "\(form) watch", "pick 1", "start", "#x finish")
    #expect(peer.told.last == "session-over")
    #expect(peer.told.dropLast().last?.contains(#""id":"x""#) == true)
    #expect(peer.told.count { $0 == "session-over" } == 1)
  }

  @Test("ends when another client ends the session, once its bells have rung out")
  func otherEnd() {
    let peer = Peer(of: stage.controller, saying: "json watch", "pick 1", "closing 3", "start")
    _ = stage.controller.submit("finish", from: other)
    #expect(stage.session.state.isRinging)
    #expect(peer.told.last != "session-over")
    stage.advance(by: .seconds(120))
    #expect(peer.told.last == "session-over")
  }

  @Test("goes on after the session unless it is to end with it")
  func goesOn() {
    let peer = Peer(of: stage.controller, saying: "json", "pick 1", "start", "finish", "#y back")
    #expect(peer.told.last?.contains(#""id":"y""#) == true)
  }
}
