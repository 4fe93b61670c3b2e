import MeditationCore
import SessionControl

@testable import Remote

extension JSONScene {
  /// The plan of a session that has none, without the line's breaks.
  static let emptyPlan =
    #"{"bell":{"file":null,"sound":"bowl","volume":100},"#
    + #""bells":{"count":null,"every":null,"kind":"none","seed":null,"times":null},"#
    + #""breath":null,"breathVolume":100,"closing":0,"crossfade":0,"end":"songs","fade":0,"length":null,"#
    + #""level":null,"notation":"","#
    + #""opening":0,"repeat":false,"settling":0,"volume":null}"#

  /// The plan changes, or a change of it is refused.
  static let plans = [
    JSONScene(
      "plan, and each change of it",
      #"""
      \#(emptyPlan.replacing(#""volume":null}"#, with: #""type":"plan","volume":null}"#))
      {"type":"done"}
      {"bell":{"file":null,"sound":"gong","volume":60},"bells":{"count":null,"every":300,\#
      "kind":"every","seed":null,"times":null},"breath":{"exhale":8,"holdEmpty":0,"holdFull":7,\#
      "inhale":4},"breathVolume":40,"closing":3,"crossfade":0,"end":"time","fade":2.5,"length":1200,\#
      "level":null,"notation":"for 20m, \#
      settle 10s, opening 1, bells every 5m, closing 3, bell gong, bell volume 60, fade 2.5s, \#
      breath 4-7-8, breath volume 40","opening":1,"repeat":false,"settling":10,"type":"plan","volume":null}
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
      {"bell":{"file":"/bells/ting.wav","sound":"file","volume":100},"bells":{"count":null,\#
      "every":null,"kind":"at","seed":null,"times":[60,90.5]},"breath":null,\#
      "breathVolume":100,"closing":0,"crossfade":0,\#
      "end":"open","fade":0,"length":null,"level":null,"notation":"for open, bells at 1:30.5 1m, \#
      bell /bells/ting.wav","opening":0,"repeat":false,"settling":0,"type":"plan","volume":null}
      {"type":"done"}
      {"bell":{"file":"/bells/ting.wav","sound":"file","volume":100},"bells":{"count":4,\#
      "every":null,"kind":"random","seed":7,"times":null},"breath":null,\#
      "breathVolume":100,"closing":0,"crossfade":0,\#
      "end":"open","fade":0,"length":null,"level":null,"notation":"for open, bells random 4 7, \#
      bell /bells/ting.wav","opening":0,"repeat":false,"settling":0,"type":"plan","volume":null}
      {"type":"done"}
      """#
    ) {
      $0.type("for open, bells at 1:30.5 1m, bell /bells/ting.wav", "bells random 4 7")
    },
    JSONScene(
      "refusals about plans",
      #"""
      {"reason":"in-silence","text":"\#(Refusal.inSilence.text)","type":"refused"}
      {"reason":"nothing-follows","text":"\#(Refusal.nothingFollows.text)","type":"refused"}
      {"reason":"plan-passed","text":"\#(Refusal.planPassed.text)","type":"refused"}
      {"reason":"beyond-limit","text":"\#(Refusal.beyondLimit(.settling).text)","type":"refused"}
      {"reason":"bell-unreadable","text":"\#(Refusal.bellUnreadable(reason: "it is empty").text)",\#
      "type":"refused"}
      """#
    ) {
      for refusal in [
        .inSilence, .nothingFollows, .planPassed, .beyondLimit(.settling),
        .bellUnreadable(reason: "it is empty"),
      ] as [Refusal] { $0.view.tell(refusal) }
    },
  ]
}
