import Foundation
import SystemPackage

@testable import MeditationRemote

/// Another program that listens where sessions do, and answers each client as it likes.
final class ForeignServer: Sendable {
  /// A client of it, on a thread of its own.
  struct Client {
    fileprivate let descriptor: Int32

    /// Sends `bytes`.
    ///
    /// - Returns: True if the client still listens.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Waits until the client has gone, or for a while.
    ///
    /// - Returns: True if it has gone.
    func hasGone(within milliseconds: Int32) -> Bool {
      var polled = pollfd(fd: descriptor, events: 0, revents: 0)
      return poll(&polled, 1, milliseconds) != 0
    }
  }

  private let listener: Int32

  /// - Parameters:
  ///   - folder: Where sessions have their sockets.
  ///   - answer: Called with each client; its connection is closed afterwards.
  init(
    in folder: FilePath, processID: Int32 = 4242,
    answer: @escaping @Sendable (Client) -> Void
  ) throws {
    let descriptor = try UnixSocket.listen(at: folder.appending("\(processID).sock"))
    listener = descriptor
    // Its thread waits for clients.
    _ = fcntl(descriptor, F_SETFL, 0)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread {
          answer(Client(descriptor: client))
          close(client)
        }
      }
    }
  }

  deinit {
    // Its thread ends, too.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// One that sends these lines to each client at once.
  convenience init(in folder: FilePath, processID: Int32 = 4242, sending lines: [String]) throws {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    try self.init(in: folder, processID: processID) { client in
      client.send(bytes)
      _ = client.hasGone(within: 120_000)
    }
  }
}
