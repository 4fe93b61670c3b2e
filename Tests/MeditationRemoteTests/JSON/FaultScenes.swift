import MeditationControl
import MeditationCore
import MeditationPlan

@testable import MeditationRemote

extension JSONScene {
  /// Faults of the sound.
  static let faults = [
    JSONScene(
      "a song fails, and the next one follows",
      #"""
      {"kind":"song-failed","lost":null,"position":1.25,"reason":"the file is damaged","song":1,\#
      "type":"fault"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"playable","song":2,"to":"playing","type":"mode"}
      {"jump":true,"seconds":0,"song":2,"type":"position"}
      {"songs":[{"album":"","artist":"The Sea","estimate":null,"failure":"the file is damaged","gain":null,"length":2.5,\#
      "mode":"playable","number":1,"path":null,"title":"Waves"},{"album":"","artist":"","estimate":null,"failure":null,"gain":null,\#
      "length":90,"mode":"playing","number":2,"path":null,"title":"Bowl"},{"album":"","artist":"",\#
      "estimate":null,"failure":null,"gain":null,"length":null,"mode":"hidden","number":3,"path":null,"title":"Rain"}],"type":"list"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.waitQuietly(.milliseconds(1250))
      $0.stage.faults.fail(0, reason: "the file is damaged")
      $0.type("list")
    },
    JSONScene("the length of a song is found", #"{"length":95.5,"song":3,"type":"length"}"#) {
      $0.stage.session.setLength(.milliseconds(95_500), of: $0.stage.session.songs[2])
    },
    JSONScene(
      "a part of a song cannot be decoded",
      #"""
      {"jump":false,"seconds":3.25,"song":2,"type":"position"}
      {"kind":"song-damaged","lost":0.25,"position":3,"reason":null,"song":2,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.damaged(lost: .milliseconds(250)), at: .seconds(3))
    },
    JSONScene(
      "every song fails",
      #"""
      {"from":"picked","song":1,"to":"playing","type":"mode"}
      {"from":"unpicked","song":2,"to":"hidden","type":"mode"}
      {"from":"unpicked","song":3,"to":"hidden","type":"mode"}
      {"from":"picking","to":"listening","type":"phase"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"jump":true,"seconds":0,"song":1,"type":"position"}
      {"kind":"song-failed","lost":null,"position":0,"reason":"the file is gone","song":1,"type":"fault"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"from":"listening","to":"finished","type":"phase"}
      {"cause":"end","reason":null,"to":"paused","type":"transport"}
      {"end":"failed","failed":1,"heard":0,"listened":0,"sat":0,"songs":1,"type":"summary"}
      {"id":"s","type":"done"}
      """#
    ) {
      $0.prepare("1")
      $0.stage.faults.fail(0, reason: "the file is gone")
      $0.type("#s start")
    },
    JSONScene(
      "the device goes away and comes back",
      #"""
      {"kind":"device-lost","lost":null,"position":1.25,"reason":"the server is gone","song":2,\#
      "type":"fault"}
      {"cause":"device","reason":"the server is gone","to":"paused","type":"transport"}
      {"artist":"","elapsed":1.25,"finishesAfterSong":false,"gain":null,"jumped":false,"left":88.75,"level":"off","locked":false,"measured":null,"music":"sounding","nextBell":null,"part":1,\#
      "pausedBy":"device","phase":"listening","picked":{"length":90,"songs":1,\#
      "unknown":0},"plan":\#(emptyPlan),"position":1.25,\#
      "reason":"the server is gone","rehearsal":false,"repeat":false,"repeatOne":false,"ringing":false,"seed":null,"segment":"song","song":2,"sound":"lost","soundReason":"the server is gone",\#
      "summary":{"end":null,"failed":0,"heard":1,"listened":1.25,"sat":1.25,"songs":1},"title":"Bowl","transport":"paused",\#
      "type":"status","volume":100}
      {"type":"done"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"kind":"device-lost","lost":null,"position":1.25,"reason":"the server is gone","song":2,\#
      "type":"fault"}
      {"cause":"device","reason":"the server is gone","to":"paused","type":"transport"}
      {"type":"done"}
      {"kind":"device-restored","lost":null,"position":null,"reason":null,"song":null,"type":"fault"}
      {"cause":"device","reason":null,"to":"playing","type":"transport"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.waitQuietly(.milliseconds(1250))
      $0.stage.faults.loseDevice(reason: "the server is gone")
      $0.type("status", "play")
      $0.stage.faults.restoreDevice()
    },
    JSONScene(
      "the sound moves to other speakers",
      #"""
      {"kind":"sound-moved","lost":null,"position":null,"reason":"the headphones are gone",\#
      "song":null,"type":"fault"}
      {"cause":"device","reason":"the headphones are gone","to":"paused","type":"transport"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.soundMoved(reason: "the headphones are gone"))
      $0.report(.soundMoved(reason: "the sound has moved to other speakers"))
      $0.type("play")
    },
    JSONScene(
      "a pause by the user outlives the device's",
      #"""
      {"kind":"device-lost","lost":null,"position":0,"reason":"unplugged","song":2,"type":"fault"}
      {"cause":"device","reason":"unplugged","to":"paused","type":"transport"}
      {"cause":"user","reason":null,"to":"paused","type":"transport"}
      {"type":"done"}
      {"kind":"device-restored","lost":null,"position":null,"reason":null,"song":null,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.stage.faults.loseDevice(reason: "unplugged")
      $0.type("pause")
      $0.stage.faults.restoreDevice()
    },
    JSONScene(
      "the device goes away during a pause by the user",
      #"""
      {"kind":"device-lost","lost":null,"position":0,"reason":"unplugged","song":2,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start", "pause")
      $0.stage.faults.loseDevice(reason: "unplugged")
    },
    JSONScene(
      "no device opens",
      #"""
      {"kind":"no-device","lost":null,"position":null,"reason":"none of the 3 drivers opens",\#
      "song":null,"type":"fault"}
      """#
    ) {
      $0.report(.noDevice(reason: "none of the 3 drivers opens"), of: Generation(jump: 0))
    },
    JSONScene(
      "the disk stalls",
      #"{"kind":"stalled","lost":null,"position":null,"reason":null,"song":null,"type":"fault"}"#
    ) {
      $0.prepare("2", "start")
      $0.report(.stalled, at: .seconds(3))
    },
    JSONScene(
      "the loudness of a song takes long to measure",
      #"{"kind":"measuring","lost":null,"position":null,"reason":null,"song":null,"type":"fault"}"#
    ) {
      $0.prepare("2", "start")
      $0.report(.measuring(percent: nil))
    },
    JSONScene(
      "the device takes fewer channels than a song has",
      #"""
      {"kind":"mixed-down","lost":null,"position":null,\#
      "reason":"the output takes 2 channels, so its 6 are mixed down","song":2,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.mixedDown(from: 6, to: 2))
    },
    JSONScene(
      "the gain in the tags of a song is not used",
      #"""
      {"kind":"gain-refused","lost":null,"position":null,\#
      "reason":"GAIN of -96.0 dB is out of range and ignored","song":2,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.gainRefused(reason: "GAIN of -96.0 dB is out of range and ignored"))
    },
    JSONScene(
      "a voice cannot be played any further",
      #"""
      {"kind":"lane-failed","lost":null,"position":null,\#
      "reason":"/talk.wav: the file is damaged","song":null,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.laneFailed(path: "/talk.wav", reason: "the file is damaged"))
    },
    JSONScene(
      "the output file cannot be written",
      #"""
      {"kind":"output-failed","lost":null,"position":null,"reason":"the disk is full",\#
      "song":null,"type":"fault"}
      {"from":"playing","song":2,"to":"playable","type":"mode"}
      {"from":"listening","to":"finished","type":"phase"}
      {"cause":"end","reason":null,"to":"paused","type":"transport"}
      {"end":"failed","failed":0,"heard":0,"listened":0,"sat":0,"songs":1,"type":"summary"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.outputFailed(reason: "the disk is full"))
    },
    JSONScene(
      "news of an older stretch: the song did not fail, but the device is gone",
      #"""
      {"kind":"device-lost","lost":null,"position":null,"reason":"old","song":null,"type":"fault"}
      """#
    ) {
      $0.prepare("2", "start")
      $0.report(.failed(reason: "old"), of: Generation(jump: -1))
      $0.report(.deviceLost(reason: "old"), of: Generation(jump: -1))
    },
  ]
}
