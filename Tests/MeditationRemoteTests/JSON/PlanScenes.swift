import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens

@testable import MeditationRemote

extension JSONScene {
  /// The plan of a session that has none, without the line's breaks.
  static let emptyPlan =
    #"{"begin":null,"bell":{"file":null,"sound":"bowl","volume":100},"#
    + #""breath":null,"breathVolume":100,"crossfade":0,"end":"songs","fade":0,"fadeOut":0,"guide":null,"length":null,"#
    + #""level":null,"notation":"","#
    + #""parts":[{"bells":[],"breath":null,"closing":null,"end":"songs","length":null,"music":true,"opening":null,"title":"","under":[],"voices":[]}],"#
    + #""repeat":false,"repeatOne":false,"settling":0,"under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}"#

  /// The status of a session before anything is picked.
  static let emptyStatus = #"""
    {"artist":null,"elapsed":0,"finishesAfterSong":false,"gain":null,"jumped":false,"left":null,"level":"off",\#
    "locked":false,"measured":null,"music":null,"nextBell":null,"part":null,"pausedBy":null,"phase":"picking",\#
    "picked":{"length":0,"songs":0,"unknown":0},"plan":\#(emptyPlan),"position":null,"reason":null,\#
    "rehearsal":false,"repeat":false,"repeatOne":false,"ringing":false,"seed":null,"segment":null,"song":null,"sound":"fine","soundReason":null,\#
    "summary":{"end":null,"failed":0,"heard":0,"listened":0,"sat":0,"songs":0},"title":null,\#
    "transport":"paused","type":"status","volume":100}
    """#

  /// The plan `under rain 40, under drone A2 20 from settling, voice /talk.wav at 5m`.
  private static let layeredPlan =
    emptyPlan
    .replacing(
      #""notation":"""#,
      with: #""notation":"under rain 40%, under drone A2 20% from settling, voice /talk.wav at 5m""#
    )
    .replacing(
      #""settling":0,"under":[]"#,
      with: #""settling":0,"timeline":null,"type":"plan","under":["#
        + #"{"at":0,"file":null,"fromSettling":false,"length":null,"pitch":null,"sound":"rain","volume":40},"#
        + #"{"at":0,"file":null,"fromSettling":true,"length":null,"pitch":"A2","sound":"drone","volume":20}]"#
    )
    .replacing(
      #""voices":[]"#,
      with: #""voices":[{"at":300,"file":"/talk.wav","length":null,"title":"talk"}]"#)

  /// One stroke of the plan's bell.
  private static let stroke =
    #""strokes":{"apart":4,"count":1,"file":null,"roll":null,"sound":null,"volume":null}"#
  /// A rule for bells every 5 minutes.
  private static let everyFiveMinutes =
    #"{"count":null,"every":300,"kind":"every","seed":null,\#(stroke),"times":null}"#
  private static let atTimes =
    #"{"count":null,"every":null,"kind":"at","seed":null,\#(stroke),"times":[60,90.5]}"#
  private static let atRandom =
    #"{"count":4,"every":null,"kind":"random","seed":7,\#(stroke),"times":null}"#

  private static func strokes(_ count: Int) -> String {
    #"{"apart":4,"count":\#(count),"file":null,"roll":null,"sound":null,"volume":null}"#
  }

  /// The plan changes, or a change of it is refused.
  static let plans = [
    JSONScene(
      "plan, and each change of it",
      #"""
      \#(emptyPlan.replacing(#""settling":0,"#, with: #""settling":0,"timeline":[],"type":"plan","#))
      {"type":"done"}
      {"begin":null,"bell":{"file":null,"sound":"gong","volume":60},\#
      "breath":{"count":null,"exhale":8,"holdEmpty":0,"holdFull":7,\#
      "inhale":4,"topUp":0},"breathVolume":40,"crossfade":0,"end":"time","fade":2.5,"fadeOut":2.5,"guide":null,"length":1200,\#
      "level":null,"notation":"for 20m, \#
      settle 10s, opening 1, bells every 5m, closing 3, bell gong, bell volume 60, fade 2.5s, \#
      breath 4-7-8, breath volume 40",\#
      "parts":[{"bells":[\#(everyFiveMinutes)],"breath":{"count":null,"exhale":8,"holdEmpty":0,"holdFull":7,"inhale":4,"topUp":0},\#
      "closing":\#(strokes(3)),"end":"time","length":1200,"music":true,"opening":\#(strokes(1)),"title":"","under":[],"voices":[]}],\#
      "repeat":false,"repeatOne":false,"settling":10,"timeline":null,"type":"plan","under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}
      {"id":"1","type":"done"}
      {"id":"2","type":"done"}
      """#
    ) {
      $0.type("plan")
      $0.type(
        "#1 for 20m, settle 10s, opening 1, bells every 5m, closing 3, bell gong, bell volume 60, "
          + "fade 2.5s, breath 4-7-8, breath volume 40")
      $0.type("#2 settle 10s")
    },
    JSONScene(
      "bells at times, at random, and from a file; an open session",
      #"""
      {"begin":null,"bell":{"file":"/bells/ting.wav","sound":"file","volume":100},\#
      "breath":null,\#
      "breathVolume":100,"crossfade":0,\#
      "end":"open","fade":0,"fadeOut":0,"guide":null,"length":null,"level":null,"notation":"for open, bells at 1:30.5 1m, \#
      bell /bells/ting.wav",\#
      "parts":[{"bells":[\#(atTimes)],"breath":null,"closing":null,"end":"open","length":null,\#
      "music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":false,"repeatOne":false,"settling":0,"timeline":null,"type":"plan","under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}
      {"type":"done"}
      {"begin":null,"bell":{"file":"/bells/ting.wav","sound":"file","volume":100},\#
      "breath":null,\#
      "breathVolume":100,"crossfade":0,\#
      "end":"open","fade":0,"fadeOut":0,"guide":null,"length":null,"level":null,"notation":"for open, bells random 4 7, \#
      bell /bells/ting.wav",\#
      "parts":[{"bells":[\#(atRandom)],"breath":null,"closing":null,"end":"open","length":null,\#
      "music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":false,"repeatOne":false,"settling":0,"timeline":null,"type":"plan","under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}
      {"type":"done"}
      """#
    ) {
      $0.type("for open, bells at 1:30.5 1m, bell /bells/ting.wav", "bells random 4 7")
    },
    JSONScene(
      "the timeline of a plan, when asked for",
      #"""
      {"begin":null,"bell":{"file":null,"sound":"bowl","volume":100},"breath":null,"breathVolume":100,\#
      "crossfade":0,"end":"time","fade":0,"fadeOut":0,"guide":null,"length":60,"level":null,\#
      "notation":"for 1m, closing 2","parts":[{"bells":[],"breath":null,"closing":\#(strokes(2)),\#
      "end":"time","length":60,"music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":false,\#
      "repeatOne":false,"settling":0,"timeline":[\#
      {"count":null,"elapsed":60,"kind":"end","part":1,"sound":null,"stroke":null,"text":null,"title":""},\#
      {"count":2,"elapsed":60,"kind":"closing","part":1,"sound":"bowl","stroke":1,"text":null,"title":""},\#
      {"count":2,"elapsed":64,"kind":"closing","part":1,"sound":"bowl","stroke":2,"text":null,"title":""}],\#
      "type":"plan","under":[],"until":null,"voiceVolume":100,"volume":null,"wholeSongs":false}
      {"type":"done"}
      """#
    ) {
      $0.prepare("for 1m, closing 2")
      $0.type("plan")
    },
    JSONScene(
      "layers and a voice",
      #"""
      \#(layeredPlan)
      {"type":"done"}
      """#
    ) {
      $0.type("under rain 40, under drone A2 20 from settling, voice /talk.wav at 5m")
    },
    JSONScene(
      "refusals about plans",
      #"""
      {"reason":"in-silence","text":"There is silence now, and no song to seek in, go back to or \#
      end with.","type":"refused"}
      {"reason":"nothing-follows","text":"Only silence is to come. 'finish' ends the session.",\#
      "type":"refused"}
      {"reason":"plan-passed","text":"That has happened already.","type":"refused"}
      {"reason":"part-passed","text":"Part 1 has passed.","type":"refused"}
      {"reason":"last-part","text":"This is the last part. 'finish' ends the session.",\#
      "type":"refused"}
      {"reason":"before-beginning","text":"That is before the session begins. 'jump 0' goes to \#
      its beginning.","type":"refused"}
      {"reason":"beyond-end","text":"The session is over at 1:00. Name an earlier time.",\#
      "type":"refused"}
      {"reason":"beyond-limit","text":"Settling takes at most an hour.","type":"refused"}
      {"reason":"no-layer","text":"That sound does not lie under the session. 'plan' shows what \#
      does.","type":"refused"}
      {"reason":"no-voice","text":"Nobody speaks now.","type":"refused"}
      {"reason":"bell-unreadable","text":"The bell cannot be read: it is empty. 'bell bowl' needs \#
      no file.","type":"refused"}
      {"reason":"file-unreadable","text":"The file cannot be read: it is empty.","type":"refused"}
      """#
    ) {
      for refusal in [
        .inSilence, .nothingFollows, .planPassed, .partPassed(1), .lastPart,
        .beforeBeginning, .beyondEnd(.seconds(60)), .beyondLimit(.settling),
        .noLayer, .noVoice,
      ] as [Refusal] { $0.view.print(.session(refusal)) }
      $0.view.print(.bellUnreadable(reason: "it is empty"))
      $0.view.print(.fileUnreadable(reason: "it is empty"))
    },
  ]

  /// The plan `for 10s, settle 2s`.
  private static let silentPlan =
    emptyPlan
    .replacing(#""end":"songs""#, with: #""end":"time""#)
    .replacing(
      #""end":"time","length":null,"music""#, with: #""end":"time","length":10,"music""#
    )
    .replacing(
      #""length":null,"level":null,"notation":"""#,
      with: #""length":10,"level":null,"notation":"for 10s, settle 2s""#
    )
    .replacing(#""settling":0"#, with: #""settling":2"#)

  /// A plan takes its course in a session.
  static let sits = [
    JSONScene(
      "a jump of session time",
      #"""
      {"elapsed":30,"part":1,"rehearsal":false,"type":"jump"}
      {"jump":true,"seconds":30,"song":2,"type":"position"}
      {"type":"done"}
      """#
    ) {
      $0.prepare("2", "for 1m", "start")
      $0.type("jump 30s")
    },
    JSONScene(
      "cues as they are reached",
      #"""
      {"count":1,"elapsed":0,"kind":"opening","part":1,"sound":"bowl","stroke":1,"text":null,"title":"","type":"cue"}
      {"count":1,"elapsed":5,"kind":"bell","part":1,"sound":"bowl","stroke":1,"text":null,"title":"","type":"cue"}
      {"count":1,"elapsed":8,"kind":"closing","part":1,"sound":"bowl","stroke":2,"text":null,"title":"","type":"cue"}
      """#
    ) {
      $0.prepare("2", "start")
      for cue in [
        Cue(.opening, stroke: 1, at: .zero), Cue(.bell, stroke: 1, at: .seconds(5)),
        Cue(.closing, stroke: 2, at: .seconds(8)),
      ] {
        $0.stage.controller.receive(
          EngineEvent(
            generation: Generation(jump: 1), position: .zero, elapsed: cue.time,
            kind: .cue(cue)))
      }
    },
    JSONScene(
      "a sit in silence, from settling to the last stroke",
      #"""
      {"from":"picked","song":1,"to":"playable","type":"mode"}
      {"from":"unpicked","song":2,"to":"hidden","type":"mode"}
      {"from":"unpicked","song":3,"to":"hidden","type":"mode"}
      {"from":"picking","to":"listening","type":"phase"}
      {"cause":"user","reason":null,"to":"playing","type":"transport"}
      {"type":"done"}
      {"from":"playable","song":1,"to":"playing","type":"mode"}
      {"jump":false,"seconds":0,"song":1,"type":"position"}
      {"jump":false,"seconds":1,"song":1,"type":"position"}
      {"jump":false,"seconds":2,"song":1,"type":"position"}
      {"from":"playing","song":1,"to":"playable","type":"mode"}
      {"count":1,"elapsed":3,"kind":"bell","part":1,"sound":"bowl","stroke":1,"text":null,"title":"","type":"cue"}
      {"count":1,"elapsed":6,"kind":"bell","part":1,"sound":"bowl","stroke":2,"text":null,"title":"","type":"cue"}
      {"count":null,"elapsed":10,"kind":"end","part":1,"sound":null,"stroke":null,"text":null,"title":"","type":"cue"}
      {"from":"listening","to":"finished","type":"phase"}
      {"cause":"end","reason":null,"to":"paused","type":"transport"}
      {"end":"completed","failed":0,"heard":1,"listened":2.5,"sat":10,"songs":1,"type":"summary"}
      {"count":2,"elapsed":10,"kind":"closing","part":1,"sound":"bowl","stroke":1,"text":null,"title":"","type":"cue"}
      {"count":2,"elapsed":14,"kind":"closing","part":1,"sound":"bowl","stroke":2,"text":null,"title":"","type":"cue"}
      """#
    ) {
      $0.prepare("1", "for 10s, settle 2s, bells at 3s 6s, closing 2")
      $0.type("start")
      $0.wait(.seconds(60))
    },
    JSONScene(
      "status while settling, and in silence",
      #"""
      {"artist":null,"elapsed":-1.5,"finishesAfterSong":false,"gain":null,"jumped":false,"left":11.5,"level":"off","locked":false,"measured":null,"music":null,"nextBell":null,"part":1,"pausedBy":null,"phase":"listening",\#
      "picked":{"length":0,"songs":0,"unknown":0},"plan":\#(silentPlan),\#
      "position":null,"reason":null,"rehearsal":false,"repeat":false,"repeatOne":false,"ringing":false,"seed":null,"segment":"silence","song":null,"sound":"fine","soundReason":null,\#
      "summary":{"end":null,"failed":0,"heard":0,"listened":0,"sat":0,"songs":0},\#
      "title":null,"transport":"playing","type":"status","volume":100}
      {"type":"done"}
      {"artist":null,"elapsed":2.5,"finishesAfterSong":false,"gain":null,"jumped":false,"left":7.5,"level":"off","locked":false,"measured":null,"music":null,"nextBell":null,"part":1,"pausedBy":null,"phase":"listening",\#
      "picked":{"length":0,"songs":0,"unknown":0},"plan":\#(silentPlan),\#
      "position":null,"reason":null,"rehearsal":false,"repeat":false,"repeatOne":false,"ringing":false,"seed":null,"segment":"silence","song":null,"sound":"fine","soundReason":null,\#
      "summary":{"end":null,"failed":0,"heard":0,"listened":0,"sat":2.5,"songs":0},\#
      "title":null,"transport":"playing","type":"status","volume":100}
      {"type":"done"}
      """#
    ) {
      $0.prepare("for 10s, settle 2s", "start")
      $0.waitQuietly(.milliseconds(500))
      $0.type("status")
      $0.wait(.seconds(4))
      $0.type("status")
    },
  ]
}
