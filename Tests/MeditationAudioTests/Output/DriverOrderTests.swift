import Foundation
import Testing

@testable import MeditationAudio

/// Which driver is tried first.
@Suite("The default driver") struct DriverOrderTests {
  private struct Row {
    var configured: String?
    var isOwnChoice = false
    var hasPulseServer = false
    var order: [String]
  }

  @Test("pulse where a server is, unless libao's configuration names another than alsa")
  func order() {
    let drivers = [("sndio", 30), ("alsa", 35), ("pulse", 50), ("oss", 20)].enumerated().map {
      LibAO.Driver(
        id: Int32($0.offset), name: $0.element.0, description: "", isLive: true,
        priority: Int32($0.element.1))
    }
    let rows = [
      Row(configured: "alsa", order: ["alsa", "pulse", "sndio", "oss"]),
      Row(configured: "alsa", hasPulseServer: true, order: ["pulse", "alsa", "sndio", "oss"]),
      Row(
        configured: "alsa", isOwnChoice: true, hasPulseServer: true,
        order: ["alsa", "pulse", "sndio", "oss"]),
      Row(configured: "oss", hasPulseServer: true, order: ["oss", "pulse", "alsa", "sndio"]),
      Row(configured: nil, order: ["pulse", "alsa", "sndio", "oss"]),
    ]
    for row in rows {
      let order = DriverOrder(
        configured: row.configured, isOwnChoice: row.isOwnChoice,
        hasPulseServer: row.hasPulseServer)
      #expect(order.sort(drivers).map(\.name) == row.order, "\(row)")
    }
  }

  @Test("the user's own configuration of libao is read as libao reads it")
  func configuration() {
    #expect(LibaoConfiguration.defaultDriver(in: "quiet\ndefault_driver=oss\n") == "oss")
    #expect(LibaoConfiguration.defaultDriver(in: "default_driver=a\n  default_driver=b \n") == "b")
    #expect(LibaoConfiguration.defaultDriver(in: "# default_driver=oss\nquiet") == nil)
    #expect(LibaoConfiguration.defaultDriver(in: "default_driver = oss") == nil)
  }

  @Test("a server is where it is named, or has left its socket")
  func socket() throws {
    let shop = try Workshop()
    let folder = shop.folder.path
    try shop.run(
      "mkdir -p run/pulse home/.config/pulse/0123-runtime other && touch run/pulse/native")
    try shop.run("touch home/.config/pulse/0123-runtime/native")
    #expect(PulseSocket.isThere(in: ["PULSE_SERVER": "somewhere"]))
    #expect(PulseSocket.isThere(in: ["XDG_RUNTIME_DIR": "\(folder)/run"]))
    #expect(PulseSocket.isThere(in: ["PULSE_RUNTIME_PATH": "\(folder)/run/pulse"]))
    #expect(PulseSocket.isThere(in: ["HOME": "\(folder)/home", "XDG_RUNTIME_DIR": ""]))
    // Another user's server, or none.
    let nowhere = ["HOME": "\(folder)/home", "XDG_RUNTIME_DIR": "\(folder)/other"]
    let system = FileManager.default.fileExists(atPath: "/var/run/pulse/native")
    #expect(PulseSocket.isThere(in: nowhere) == system)
  }
}
