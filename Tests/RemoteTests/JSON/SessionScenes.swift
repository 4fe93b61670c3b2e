import Score
import Scripting
import SessionControl

extension JSONScene {
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
}
