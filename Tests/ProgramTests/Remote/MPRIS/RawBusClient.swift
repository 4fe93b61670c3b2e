import Glibc
import SystemPackage

@testable import MeditationRemote

/// A client of a message bus that sends any bytes and counts the answers.
///
/// Source: D-Bus Specification, Message Protocol.
final class RawBusClient {
  private let socket: FileDescriptor
  private var received: [UInt8] = []
  private var serial: UInt32 = 0
  /// The number of method returns and of errors that have come.
  private(set) var returnCount = 0
  private(set) var errorCount = 0

  /// Connects to the bus whose socket is at `path`.
  init(socket path: FilePath) throws {
    socket = try UnixSocket.connect(to: path, within: 300)
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
    while !received.contains(0x0A) { try receive() }
    received = []
    try send(Array("BEGIN\r\n".utf8))
    try send(
      call("Hello", to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"))
    try waitForAnswers(1)
    returnCount = 0
  }

  deinit { try? socket.close() }

  /// Owns `name` from now on.
  func own(_ name: String) throws {
    var body = Self.bytes(UInt32(name.utf8.count)) + Array(name.utf8) + [0]
    while body.count % 4 != 0 { body.append(0) }
    let bus = "org.freedesktop.DBus"
    try send(
      call(
        "RequestName", to: bus, "/org/freedesktop/DBus", bus, signature: "su",
        body: body + Self.bytes(0)))
    try waitForAnswers(returnCount + errorCount + 1)
  }

  /// A call with these arguments.
  func call(
    _ method: String, to name: String, _ path: String, _ interface: String,
    signature: String? = nil, body: [UInt8] = []
  ) -> [UInt8] {
    serial += 1
    var fields: [UInt8] = []
    for (code, type, value) in [
      (1, "o", path), (2, "s", interface), (3, "s", method), (6, "s", name),
    ] as [(UInt8, String, String)] {
      while fields.count % 8 != 0 { fields.append(0) }
      fields += [code, 1] + Array(type.utf8) + [0]
      fields += Self.bytes(UInt32(value.utf8.count)) + Array(value.utf8) + [0]
    }
    if let signature {
      while fields.count % 8 != 0 { fields.append(0) }
      fields += [8, 1, UInt8(ascii: "g"), 0, UInt8(signature.utf8.count)]
      fields += Array(signature.utf8) + [0]
    }
    var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1]
    message +=
      Self.bytes(UInt32(body.count)) + Self.bytes(serial) + Self.bytes(UInt32(fields.count))
      + fields
    while message.count % 8 != 0 { message.append(0) }
    return message + body
  }

  func send(_ bytes: [UInt8]) throws { try socket.writeAll(bytes) }

  /// Receives until `count` answers have come since the client connected.
  func waitForAnswers(_ count: Int) throws {
    while returnCount + errorCount < count {
      try receive()
      while takeMessage() {}
    }
  }

  private func receive() throws {
    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = try socket.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    guard !piece.isEmpty else { throw Errno.connectionReset }
    received += piece
  }

  private func takeMessage() -> Bool {
    guard received.count >= 16 else { return false }
    let fields = (number(at: 12) + 7) / 8 * 8
    let length = 16 + fields + number(at: 4)
    guard received.count >= length else { return false }
    if received[1] == 2 { returnCount += 1 }
    if received[1] == 3 { errorCount += 1 }
    received.removeFirst(length)
    return true
  }

  private func number(at offset: Int) -> Int {
    received[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
