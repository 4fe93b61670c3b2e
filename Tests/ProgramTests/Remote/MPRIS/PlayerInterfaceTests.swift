import MeditationCore
import MeditationTestSupport
import Testing

/// The two interfaces, read strictly.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
@Suite("MPRIS interfaces", .waiting, .needs("dbus-daemon", "busctl"))
struct PlayerInterfaceTests {
  /// The members of each interface: for a method its arguments and result, for a property its type
  /// and flags. PropertiesChanged tells changes of those that emit them.
  private static let members = [
    PlayerScene.root: [
      ".Quit method - -", ".Raise method - -", ".CanQuit property b emits-change",
      ".CanRaise property b emits-change", ".CanSetFullscreen property b emits-change",
      ".Fullscreen property b emits-change writable", ".HasTrackList property b emits-change",
      ".Identity property s emits-change", ".SupportedMimeTypes property as emits-change",
      ".SupportedUriSchemes property as emits-change",
    ],
    PlayerScene.interface: [
      ".Next method - -", ".OpenUri method s -", ".Pause method - -", ".Play method - -",
      ".PlayPause method - -", ".Previous method - -", ".Seek method x -",
      ".SetPosition method ox -", ".Stop method - -", ".CanControl property b",
      ".CanGoNext property b emits-change", ".CanGoPrevious property b emits-change",
      ".CanPause property b emits-change", ".CanPlay property b emits-change",
      ".CanSeek property b emits-change", ".LoopStatus property s emits-change writable",
      ".MaximumRate property d emits-change", ".Metadata property a{sv} emits-change",
      ".MinimumRate property d emits-change", ".PlaybackStatus property s emits-change",
      ".Position property x", ".Rate property d emits-change writable",
      ".Shuffle property b emits-change writable", ".Volume property d emits-change writable",
      ".Seeked signal x -",
    ],
  ]

  @Test("have every method, property and signal, with exact types")
  func introspection() throws {
    let scene = try PlayerScene()
    func introspect(_ options: String...) throws -> Outcome {
      try scene.bus.run(
        "busctl", ["--user", "introspect"] + options + [scene.name, PlayerScene.path])
    }
    let rows = try introspect().lines.dropFirst().map { line in
      let words = line.split(separator: " ")
      let flags = words.filter { ["emits-change", "writable"].contains($0) }
      return (words.prefix(words[1] == "property" ? 3 : 4) + flags).joined(separator: " ")
    }
    for (interface, members) in Self.members {
      let own = rows.drop { $0 != "\(interface) interface - -" }.dropFirst()
      #expect(own.prefix { $0.hasPrefix(".") }.sorted() == members.sorted())
    }
    for standard in ["Introspectable", "Peer", "Properties"] {
      #expect(rows.contains("org.freedesktop.DBus.\(standard) interface - -"))
    }
    let xml = try introspect("--xml-interface").said
    for (type, name) in [("s", "Uri"), ("x", "Offset"), ("o", "TrackId"), ("x", "Position")] {
      #expect(xml.contains("<arg type=\"\(type)\" name=\"\(name)\" direction=\"in\"/>"))
    }
    #expect(xml.contains(#"<arg type="x" name="Position"/>"#))
  }

  @Test("have the values of each phase")
  func values() throws {
    let scene = try PlayerScene()
    func expect(
      _ values: [String: String], of interface: String = PlayerScene.interface,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let values = values.sorted { $0.key < $1.key }
      let told = try scene.properties(values.map(\.key), of: interface)
      #expect(told == values.map(\.value), sourceLocation: sourceLocation)
    }
    try expect(
      [
        "CanQuit": "b true", "CanRaise": "b false", "CanSetFullscreen": "b false",
        "Fullscreen": "b false", "HasTrackList": "b false", "Identity": #"s "Meditation""#,
        "SupportedMimeTypes": "as 0", "SupportedUriSchemes": "as 0",
      ], of: PlayerScene.root)
    let noTrack = #""mpris:trackid" o "/org/mpris/MediaPlayer2/TrackList/NoTrack""#
    let picking = [
      "CanControl": "b true", "CanGoNext": "b false", "CanGoPrevious": "b false",
      "CanPause": "b false", "CanPlay": "b false", "CanSeek": "b false",
      "LoopStatus": #"s "None""#, "MaximumRate": "d 1", "MinimumRate": "d 1",
      "Metadata": "a{sv} 1 \(noTrack)", "PlaybackStatus": #"s "Stopped""#, "Position": "x 0",
      "Rate": "d 1", "Shuffle": "b false", "Volume": "d 1",
    ]
    try expect(picking)

    try scene.player.type("2\nstart\npause\nseek 0:30", until: "At 0:30")
    let song =
      #""mpris:trackid" o "/org/meditate/song/1" "mpris:length" x 60000000 "xesam:title" s "B" "#
      + #""xesam:artist" as 0 "xesam:url" s "file://\#(scene.bus.workspace.place("B.wav"))""#
    let listening = [
      "CanGoNext": "b true", "CanGoPrevious": "b true", "CanPause": "b true", "CanPlay": "b true",
      "CanSeek": "b true", "PlaybackStatus": #"s "Paused""#, "Position": "x 30000000",
      "Metadata": "a{sv} 5 \(song)",
    ]
    try expect(picking.merging(listening) { $1 })

    try scene.player.type("finish", until: "Session finished")
    try expect(picking.merging(["CanPlay": "b true"]) { $1 })
  }

  @Test("refuse with a reason, and ignore what the specification says is ignored")
  func refusals() throws {
    let scene = try PlayerScene()
    for method in ["Next", "Previous", "Pause"] {
      let answer = try scene.call(PlayerScene.interface, method)
      #expect(answer.ending == .exit(1))
      #expect(answer.warned.contains(Refusal.nothingPlaying.description), "\(answer)")
    }
    let answer = try scene.call(PlayerScene.interface, "PlayPause")
    #expect(answer.warned.contains(Refusal.nothingPicked.description), "\(answer)")
    #expect(try scene.call(PlayerScene.interface, "Stop").ending == .exit(0))
    #expect(try scene.call(PlayerScene.interface, "Seek", "s", "far").ending == .exit(1))
    #expect(try scene.call(PlayerScene.root, "Raise").ending == .exit(0))
    try scene.player.type("all\nstart\npause", until: "Paused")
    func setPosition(_ song: Int, _ position: String) throws {
      let answer = try scene.call(
        PlayerScene.interface, "SetPosition", "ox", "/org/meditate/song/\(song)", "--", position)
      #expect(answer.ending == .exit(0), "\(answer)")
    }
    try setPosition(0, "5000000")
    // Stale, before the start, and after the end.
    try setPosition(1, "7000000")
    try setPosition(0, "-1")
    try setPosition(0, "600000001")
    #expect(try scene.property("Position") == "x 5000000")
    for offset in ["9223372036854775807", "-9223372036854775808"] {
      #expect(try scene.call(PlayerScene.interface, "Seek", "x", "--", offset).ending == .exit(0))
      #expect(try scene.property("Position") == "x 0")
    }
  }

  @Test("clamp or refuse values")
  func settings() throws {
    let scene = try PlayerScene()
    for (value, result) in [("-1", "0"), ("7", "1"), ("0.254", "0.25"), ("inf", "1")] {
      #expect(try scene.set("Volume", "d", value).ending == .exit(0))
      #expect(try scene.property("Volume") == "d \(result)")
    }
    #expect(try scene.set("Volume", "d", "nan").ending == .exit(1))
    #expect(try scene.set("Volume", "s", "1").warned.contains("another type"))
    #expect(try scene.set("Rate", "d", "2").ending == .exit(0))
    #expect(try scene.set("LoopStatus", "s", "Song").ending == .exit(1))
    #expect(try scene.set("Position", "x", "1").ending == .exit(1))
    #expect(try scene.set("Unknown", "x", "1").ending == .exit(1))
    try scene.player.type("all\nstart", until: "1 playing")
    // As the specification says of 0.
    #expect(try scene.set("Rate", "d", "0").ending == .exit(0))
    #expect(try scene.property("PlaybackStatus") == #"s "Paused""#)
  }
}
