import MeditationCore
import SessionControl

@testable import Remote

extension JSONScene {
  /// A session with a first and a last line: picked, started, paused, heard to its end.
  @MainActor static func wholeSession() -> [String] {
    let stage = JSONStage(
      songs: [
        SongViewModel(title: "Waves", subtitle: "The Sea", length: .milliseconds(2500)),
        SongViewModel(title: #"The "Bowl" \ 🧘🏽 / 静けさ"#, length: nil),
      ], skipped: [SkippedFileRow(name: "notes/today.txt", reason: "its format is not supported")])
    stage.view.begin()
    stage.type("#1 1", "#2 start")
    stage.wait(.milliseconds(1500))
    stage.type("#3 pause", "#4 play")
    stage.wait(.seconds(5))
    stage.type("skipped", "quit")
    stage.view.end(code: 0)
    return stage.lines
  }

  /// What is said of it.
  static let wholeSessionLines = #"""
    {"schema":1,"skipped":[{"name":"notes/today.txt","reason":"its format is not supported"}],\#
    "songs":[\#
    {"album":"","artist":"The Sea","failure":null,"gain":null,"length":2.5,"mode":"unpicked","number":1,"path":null,"title":"Waves"},\#
    {"album":"","artist":"","failure":null,"gain":null,"length":null,"mode":"unpicked","number":2,"path":null,\#
    "title":"The \"Bowl\" \\ 🧘🏽 / 静けさ"}],\#
    "status":{"elapsed":0,"gain":null,"left":null,"level":"off","measured":null,\#
    "pausedBy":null,"phase":"picking","picked":{"length":0,"songs":0,"unknown":0},\#
    "plan":\#(emptyPlan),\#
    "position":null,"reason":null,"repeat":false,"seed":null,"segment":null,"song":null,\#
    "summary":{"end":null,"failed":0,"heard":0,"listened":0,"sat":0,"songs":0},"transport":"paused",\#
    "volume":100},\#
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
}
