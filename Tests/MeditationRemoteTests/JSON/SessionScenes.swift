import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

@testable import MeditationRemote

extension JSONScene {
  /// A session with a first and a last line: picked, started, paused, heard to its end.
  @MainActor static func wholeSession() -> [String] {
    let stage = JSONStage(
      songs: [
        SongViewModel(title: "Waves", subtitle: "The Sea", length: .milliseconds(2500)),
        SongViewModel(title: #"The "Bowl" \ 🧘🏽 / 静けさ"#, length: nil),
      ], skipped: [SkippedFile(name: "notes/today.txt", reason: "its format is not supported")])
    stage.view.begin()
    stage.type("#1 1", "#2 start")
    stage.wait(.milliseconds(1500))
    stage.type("#3 pause", "#4 play")
    stage.wait(.seconds(5))
    stage.type("skipped", "quit")
    stage.view.end(code: 0)
    return stage.lines
  }

  /// The lines of ``wholeSession()``.
  static let wholeSessionLines = #"""
    {"schema":1,"skipped":[{"name":"notes/today.txt","reason":"its format is not supported"}],\#
    "songs":[\#
    {"album":"","artist":"The Sea","estimate":null,"failure":null,"gain":null,"length":2.5,"mode":"unpicked","number":1,"path":null,"title":"Waves"},\#
    {"album":"","artist":"","estimate":null,"failure":null,"gain":null,"length":null,"mode":"unpicked","number":2,"path":null,\#
    "title":"The \"Bowl\" \\ 🧘🏽 / 静けさ"}],\#
    "status":\#(emptyStatus.replacing(#""type":"status","#, with: "")),\#
    "type":"hello","version":"1.2.3"}
    {"from":"unpicked","song":1,"to":"picked","type":"mode"}
    {"id":"1","type":"done"}
    {"from":"picked","song":1,"to":"playing","type":"mode"}
    {"from":"unpicked","song":2,"to":"hidden","type":"mode"}
    {"from":"picking","to":"listening","type":"phase"}
    {"cause":"user","reason":null,"to":"playing","type":"transport"}
    {"jump":true,"seconds":0,"song":1,"type":"position"}
    {"id":"2","type":"done"}
    {"jump":false,"seconds":1,"song":1,"type":"position"}
    {"cause":"user","reason":null,"to":"paused","type":"transport"}
    {"id":"3","type":"done"}
    {"cause":"user","reason":null,"to":"playing","type":"transport"}
    {"id":"4","type":"done"}
    {"jump":false,"seconds":2,"song":1,"type":"position"}
    {"from":"playing","song":1,"to":"playable","type":"mode"}
    {"from":"listening","to":"finished","type":"phase"}
    {"cause":"end","reason":null,"to":"paused","type":"transport"}
    {"end":"completed","failed":0,"heard":1,"listened":2.5,"sat":2.5,"songs":1,"type":"summary"}
    {"files":[{"name":"notes/today.txt","reason":"its format is not supported"}],"type":"skipped"}
    {"type":"done"}
    {"type":"done"}
    {"code":0,"type":"bye"}
    """#.split(separator: "\n").map(String.init)

  /// Songs are picked.
  static let picking = [
    JSONScene(
      "picking",
      #"""
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"type":"done"}
      {"id":"2","type":"done"}
      {"from":"picked","song":1,"to":"unpicked","type":"mode"}
      {"from":"picked","song":3,"to":"unpicked","type":"mode"}
      {"id":"x-Y_9","type":"done"}
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":2,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"id":"4","type":"done"}
      """#
    ) { $0.type("1 3", "#2 pick 1", "#x-Y_9 none", "  #4\tinvert  ") },
    JSONScene(
      "an order",
      #"""
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"type":"done"}
      {"kind":"moved","seed":null,"songs":[3,1],"type":"order"}
      {"id":"2","type":"done"}
      {"kind":"shuffled","seed":7,"songs":[3,1],"type":"order"}
      {"id":"3","type":"done"}
      {"kind":"moved","seed":null,"songs":[3,1],"type":"order"}
      {"id":"4","type":"done"}
      {"kind":"listed","seed":null,"songs":[1,3],"type":"order"}
      {"id":"5","type":"done"}
      {"on":true,"one":false,"type":"repeat"}
      {"begin":null,"bell":{"file":null,"sound":"bowl","volume":100},"breath":null,"breathVolume":100,\#
      "crossfade":0,"end":"songs","fade":0,"fadeOut":0,"guide":null,"length":null,"level":null,"notation":"repeat on",\#
      "parts":[{"bells":[],"breath":null,"closing":null,"end":"songs","length":null,"music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":true,"repeatOne":false,"settling":0,"timeline":null,"type":"plan","under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}
      {"id":"6","type":"done"}
      """#
    ) { $0.type("1 3", "#2 move 3 to 1", "#3 shuffle 7", "#4 undo", "#5 undo", "#6 repeat on") },
    JSONScene(
      "an end after the song",
      #"""
      {"song":true,"type":"finish-after"}
      {"id":"1","type":"done"}
      {"song":false,"type":"finish-after"}
      {"id":"2","type":"done"}
      """#
    ) { stage in
      stage.beginQuietly()
      stage.prepare("1", "start")
      stage.type("#1 finish after song", "#2 finish after off")
    },
  ]

  /// A session is heard.
  static let listening = [
    JSONScene(
      "start: modes in order, then phase, transport, position",
      #"""
      {"from":"unpicked","song":1,"to":"hidden","type":"mode"}
      {"from":"picked","song":2,"to":"playing","type":"mode"}
      {"from":"picked","song":3,"to":"playable","type":"mode"}
      {"from":"picking","to":"listening","type":"phase"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"id":"go","type":"done"}
      """#
    ) {
      $0.prepare("2-3")
      $0.type("#go start")
    },
    JSONScene(
      "each whole second is told once, and a song that follows by itself is no jump",
      #"""
      {"jump":false,"seconds":1,"song":1,"type":"position"}
      {"jump":false,"seconds":2,"song":1,"type":"position"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"jump":false,"seconds":0,"song":2,"type":"position"}
      {"jump":false,"seconds":1,"song":2,"type":"position"}
      """#
    ) {
      $0.prepare("1-2", "start")
      for _ in 0..<8 { $0.wait(.milliseconds(500)) }
    },
    JSONScene(
      "pause and play; what is so already is done, with nothing to tell",
      #"""
      {"cause":"user","reason":null,"to":"paused","type":"transport"}
      {"type":"done"}
      {"id":"1","type":"done"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"type":"done"}
      {"id":"2","type":"done"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.type("pause", "#1 pause", "toggle", "#2 play")
    },
    JSONScene(
      "seek, previous, next and a number are jumps",
      #"""
      {"jump":true,"seconds":1.25,"song":1,"type":"position"}
      {"type":"done"}
      {"jump":true,"seconds":0,"song":1,"type":"position"}
      {"type":"done"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"type":"done"}
      {"from":"playing","song":2,"to":"playable","type":"mode"}
      {"from":"playable","song":3,"to":"playing","type":"mode"}
      {"jump":true,"seconds":0,"song":3,"type":"position"}
      {"id":"3","type":"done"}
      """#
    ) {
      $0.prepare("all", "start")
      $0.type("seek 1.25", "previous", "next", "#3 3")
    },
    JSONScene(
      "a seek past the end goes on to the next song",
      #"""
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.type("seek 1:00")
    },
    JSONScene(
      "a number plays what the user had paused",
      #"""
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("all", "start", "pause")
      $0.type("2")
    },
    JSONScene(
      "the volume, in any phase",
      #"""
      {"percent":80,"type":"volume"}
      {"type":"done"}
      {"percent":100,"type":"volume"}
      {"type":"done"}
      {"id":"v","type":"done"}
      """#
    ) { $0.type("volume 80", "volume +50", "#v volume 100") },
    JSONScene(
      "the level, in any phase, and the gain of a song that begins",
      #"""
      {"gain":null,"level":"album","type":"level"}
      {"id":"l","type":"done"}
      {"gain":null,"level":"album","type":"level"}
      {"type":"done"}
      {"gain":-3.25,"level":"album","type":"level"}
      {"jump":false,"seconds":1,"song":2,"type":"position"}
      {"gain":-3.25,"level":"off","type":"level"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.type("#l level album", "level")
      $0.stage.controller.receive(
        EngineEvent(
          generation: Generation(jump: 1), position: .seconds(1), gain: -3.2461, kind: .position))
      $0.type("level off")
    },
    JSONScene(
      "back keeps the selection",
      #"""
      {"from":"playing","song":1,"to":"picked","type":"mode"}
      {"from":"hidden","song":2,"to":"unpicked","type":"mode"}
      {"from":"playable","song":3,"to":"picked","type":"mode"}
      {"from":"listening","to":"picking","type":"phase"}
      {"cause":"user","reason":null,"to":"paused","type":"transport"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("1 3", "start")
      $0.type("back")
    },
    JSONScene(
      "finish, and the same session again",
      #"""
      {"from":"playing","song":2,"to":"playable","type":"mode"}
      {"from":"listening","to":"finished","type":"phase"}
      {"cause":"user","reason":null,"to":"paused","type":"transport"}
      {"end":"stopped","failed":0,"heard":1,"listened":1.25,"sat":1.25,"songs":1,"type":"summary"}
      {"type":"done"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"from":"finished","to":"listening","type":"phase"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.waitQuietly(.milliseconds(1250))
      $0.type("finish", "start")
    },
    JSONScene(
      "the last song ends by itself",
      #"""
      {"jump":false,"seconds":1,"song":1,"type":"position"}
      {"jump":false,"seconds":2,"song":1,"type":"position"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"listening","to":"finished","type":"phase"}
      {"cause":"end","reason":null,"to":"paused","type":"transport"}
      {"end":"completed","failed":0,"heard":1,"listened":2.5,"sat":2.5,"songs":1,"type":"summary"}
      """#
    ) {
      $0.prepare("1", "start")
      $0.wait(.seconds(5))
    },
  ]

  /// The stream ends.
  static let endings = [
    JSONScene(
      "quit in the middle of a session sums it up; nothing follows",
      #"""
      {"id":"q","type":"done"}
      {"end":"left","failed":0,"heard":1,"listened":1,"sat":1,"songs":2,"type":"summary"}
      {"code":0,"type":"bye"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.waitQuietly(.seconds(1))
      $0.type("#q quit")
      $0.view.end(code: 0)
      $0.wait(.seconds(9))
    },
    JSONScene(
      "a signal while picking",
      #"""
      {"code":130,"type":"bye"}
      """#
    ) { $0.view.end(code: 130) },
    JSONScene(
      "a finished session is not summed up twice",
      #"""
      {"code":3,"type":"bye"}
      """#
    ) {
      $0.prepare("1", "start", "finish")
      $0.view.end(code: 3)
    },
  ]
}
