extension JSONScene {
  /// Pages.
  static let pages = [
    JSONScene(
      "list",
      #"""
      {"songs":[{"album":"","artist":"The Sea","failure":null,"gain":null,"length":2.5,"mode":"unpicked",\#
      "number":1,"path":null,"title":"Waves"},{"album":"","artist":"","failure":null,"gain":null,"length":90,\#
      "mode":"unpicked","number":2,"path":null,"title":"Bowl"},{"album":"","artist":"","failure":null,"gain":null,\#
      "length":null,"mode":"unpicked","number":3,"path":null,"title":"Rain"}],"type":"list"}
      {"id":"l","type":"done"}
      """#
    ) { $0.type("#l list") },
    JSONScene(
      "info",
      #"""
      {"album":"","artist":"The Sea","channels":null,"date":null,"disc":null,"encoding":"","gain":null,\#
      "gainInUse":false,"length":2.5,"number":1,"path":null,"rate":null,"title":"Waves","track":null,"type":"info"}
      {"id":"i","type":"done"}
      {"id":"j","reason":"no-such-song","text":"There is no song 9: the list has 3.","type":"refused"}
      """#
    ) { $0.type("#i info 1", "#j info 9") },
    JSONScene(
      "status, which an empty line asks for, too",
      #"""
      {"elapsed":0,"gain":null,"left":null,"level":"off","measured":null,\#
      "pausedBy":null,"phase":"picking","picked":{"length":0,"songs":0,"unknown":0},\#
      "plan":\#(emptyPlan),\#
      "position":null,"reason":null,"repeat":false,"seed":null,"segment":null,"song":null,"summary":{"end":null,\#
      "failed":0,"heard":0,\#
      "listened":0,"sat":0,"songs":0},"transport":"paused","type":"status","volume":100}
      {"type":"done"}
      {"elapsed":0,"gain":null,"left":null,"level":"off","measured":null,\#
      "pausedBy":null,"phase":"picking","picked":{"length":0,"songs":0,"unknown":0},\#
      "plan":\#(emptyPlan),\#
      "position":null,"reason":null,"repeat":false,"seed":null,"segment":null,"song":null,"summary":{"end":null,\#
      "failed":0,"heard":0,\#
      "listened":0,"sat":0,"songs":0},"transport":"paused","type":"status","volume":100}
      {"id":"0","type":"done"}
      """#
    ) { $0.type("", "#0 status") },
    JSONScene(
      "status of a paused session",
      #"""
      {"elapsed":0,"gain":null,"left":null,"level":"off","measured":null,\#
      "pausedBy":"user","phase":"listening","picked":{"length":90,"songs":2,\#
      "unknown":1},"plan":\#(emptyPlan),\#
      "position":30,"reason":null,"repeat":false,"seed":null,"segment":"song","song":2,"summary":{"end":null,\#
      "failed":0,"heard":0,\#
      "listened":0,"sat":0,"songs":2},"transport":"paused","type":"status","volume":40}
      {"id":"1","type":"done"}
      """#
    ) {
      $0.prepare("2-3", "start", "seek 0:30", "pause", "volume 40")
      $0.type("#1 status")
    },
    JSONScene(
      "no file was skipped",
      #"""
      {"files":[],"type":"skipped"}
      {"type":"done"}
      """#
    ) { $0.type("skipped") },
    JSONScene(
      "volume",
      #"""
      {"percent":100,"type":"volume"}
      {"id":"v","type":"done"}
      """#
    ) { $0.type("#v volume") },
    JSONScene(
      "help on one command",
      #"""
      {"commands":[{"arguments":"TIME | +TIME | -TIME | PERCENT%","example":"seek 1:30",\#
      "name":"seek","phases":["listening"],"summary":"Jumps to a time, to 50%, \#
      or by +10 or -10 seconds."}],"type":"help"}
      {"id":"h","type":"done"}
      {"commands":[{"arguments":"[PERCENT | +PERCENT | -PERCENT]","example":"volume 80",\#
      "name":"volume","phases":["picking","listening","finished"],"summary":"Shows the \#
      volume, sets it, or changes it by +5 or -5."}],"type":"help"}
      {"type":"done"}
      """#
    ) { $0.type("#h help seek", "help volume") },
    JSONScene(
      "help on lines of numbers",
      #"""
      {"commands":[{"arguments":"1 3-5 7-","example":"1 3-5","name":"numbers",\#
      "phases":["picking","listening"],"summary":"Toggles songs; \#
      while listening, jumps to one."}],"type":"help"}
      {"type":"done"}
      """#
    ) { $0.type("help numbers") },
  ]
}
