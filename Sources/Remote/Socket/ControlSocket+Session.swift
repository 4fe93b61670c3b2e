import Foundation
import Remote
import SessionControl

extension ControlSocket {
  /// A socket that steers the session of `controller`; `nil` where the environment names no
  /// directory for it.
  ///
  /// - Parameter onProblem: Called with a line for the user if it cannot be used.
  static func steering(
    _ controller: SessionController, onProblem: @escaping (String) -> Void
  ) -> ControlSocket? {
    guard let folder = SocketFolder(environment: ProcessInfo.processInfo.environment) else {
      return nil
    }
    return ControlSocket(
      in: folder, lastLine: { ConversationLine.closed(reason: $0.word, text: $0.text) },
      onProblem: onProblem
    ) {
      RemoteConversation(with: controller, say: $0, leave: $1)
    }
  }
}
