import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens

@testable import MeditationRemote

extension JSONScene {
  /// Pages.
  static let pages = [
    JSONScene(
      "list",
      #"""
      {"songs":[{"album":"","artist":"The Sea","estimate":null,"failure":null,"gain":null,"length":2.5,"mode":"unpicked",\#
      "number":1,"path":null,"title":"Waves"},{"album":"","artist":"","estimate":null,"failure":null,"gain":null,"length":90,\#
      "mode":"unpicked","number":2,"path":null,"title":"Bowl"},{"album":"","artist":"","estimate":null,"failure":null,"gain":null,\#
      "length":null,"mode":"unpicked","number":3,"path":null,"title":"Rain"}],"type":"list"}
      {"id":"l","type":"done"}
      """#
    ) { $0.type("#l list") },
    JSONScene(
      "info",
      #"""
      {"album":"","artist":"The Sea","channels":null,"date":null,"disc":null,"encoding":"","estimate":null,"gain":null,\#
      "gainInUse":false,"gainTag":null,"length":2.5,"number":1,"path":null,"rate":null,"title":"Waves","track":null,"type":"info"}
      {"id":"i","type":"done"}
      {"id":"j","reason":"no-such-song","text":"There is no song 9: the list has 3.","type":"refused"}
      """#
    ) { $0.type("#i info 1", "#j info 9") },
    JSONScene(
      "status, which an empty line asks for, too",
      #"""
      \#(emptyStatus)
      {"type":"done"}
      \#(emptyStatus)
      {"id":"0","type":"done"}
      """#
    ) { $0.type("", "#0 status") },
    JSONScene(
      "status of a paused session",
      #"""
      {"artist":"","elapsed":0,"finishesAfterSong":false,"gain":null,"jumped":false,"left":null,"level":"off","locked":false,"measured":null,"music":"sounding","nextBell":null,"part":1,\#
      "pausedBy":"user","phase":"listening","picked":{"length":90,"songs":2,\#
      "unknown":1},"plan":\#(emptyPlan),\#
      "position":30,"reason":null,"rehearsal":false,"repeat":false,"repeatOne":false,"ringing":false,"seed":null,"segment":"song","song":2,"sound":"fine","soundReason":null,"summary":{"end":null,\#
      "failed":0,"heard":0,\#
      "listened":0,"sat":0,"songs":2},"title":"Bowl","transport":"paused","type":"status","volume":40}
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

  /// Refused lines.
  static let refusals = [
    JSONScene(
      "refusals while picking",
      #"""
      {"id":"1","reason":"nothing-picked","text":"Nothing is picked. Type song \#
      numbers, such as '1 3-5', or 'all'; then 'start'.","type":"refused"}
      {"id":"2","reason":"no-such-song","text":"There is no song 4: the list has 3.",\#
      "type":"refused"}
      {"id":"3","reason":"already-picking","text":"No session is going on. 'start' \#
      begins the session.","type":"refused"}
      {"id":"4","reason":"nothing-playing","text":"Nothing is playing. 'start' begins the \#
      session.","type":"refused"}
      """#
    ) {
      $0.type("#1 start", "#2 pick 4", "#3 back", "#4 next")
    },
    JSONScene(
      "refusals while listening",
      #"""
      {"id":"1","reason":"not-in-session","text":"Song 1 is not in this session. 'pick \#
      1' adds it.","type":"refused"}
      {"reason":"already-listening","text":"The session has started already. 'for \#
      20m' changes its length, and 'back' returns to picking.","type":"refused"}
      {"reason":"go-back-first","text":"Not while listening. 'back' stops this session \#
      and returns to picking.","type":"refused"}
      {"id":"4","reason":"unknown-length","text":"The length of this song is unknown. \#
      Seek to a time instead, such as 'seek 1:30'.","type":"refused"}
      """#
    ) {
      $0.prepare("2-3", "start", "3")
      $0.type("#1 1", "start", "1 2", "#4 seek 50%")
    },
    JSONScene(
      "refusals of searches and orders",
      #"""
      {"id":"1","reason":"nothing-to-undo","text":"There is nothing to undo.",\#
      "type":"refused"}
      {"id":"2","reason":"nothing-found","text":"No song is found for 'whales'. The list is unchanged.",\#
      "type":"refused"}
      {"id":"3","reason":"not-picked","text":"Song 1 is not picked. 'pick 1' picks it.","type":"refused"}
      {"id":"4","reason":"nothing-to-redo","text":"There is nothing to redo.",\#
      "type":"refused"}
      {"id":"5","reason":"nothing-more","text":"There is no more to show.","type":"refused"}
      """#
    ) {
      $0.type("#1 undo", "#2 find whales", "#3 move 1 to 1", "#4 redo", "#5 more")
    },
    JSONScene(
      "refusals of places",
      #"""
      {"id":"1","reason":"not-to-come","text":"Only songs after the current one can be \#
      moved, and only to places after it.","type":"refused"}
      {"id":"2","reason":"no-such-place","text":"There is no place 9: the session has 2 \#
      songs.","type":"refused"}
      {"id":"3","reason":"already-heard","text":"Song 1 has begun, so it \#
      stays in the session. 'unpick' takes out songs still to come; 'back' returns to \#
      picking.","type":"refused"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.type("#1 move 1 to 2", "#2 move 2 to 9", "#3 unpick 1")
    },
    JSONScene(
      "a song that has been heard cannot leave the session",
      #"""
      {"id":"1","reason":"already-heard","text":"Song 1 has begun, so it \#
      stays in the session. 'unpick' takes out songs still to come; 'back' returns to \#
      picking.","type":"refused"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.waitQuietly(.seconds(3))
      $0.type("#1 unpick 1")
    },
    JSONScene(
      "refusals that have other words for another list",
      #"""
      {"reason":"nothing-picked","text":"There are no songs here. 'sit 20m' sits without, and \#
      'add PATH' adds songs from a file or a folder.","type":"refused"}
      {"reason":"no-such-song","text":"There is no song 4: the list is empty.","type":"refused"}
      {"reason":"no-such-place","text":"There is no place 9: the session has 1 song.",\#
      "type":"refused"}
      {"reason":"nothing-found","text":"No song is found for 'whales' so far: the list is still \#
      being read. It is unchanged.","type":"refused"}
      {"reason":"nothing-found","text":"No search is active. 'find WORDS' narrows the list.",\#
      "type":"refused"}
      """#
    ) {
      $0.decline([
        .session(.noSongs), .session(.noSuchSong(number: 4, count: 0)),
        .session(.noSuchPlace(number: 9, count: 1)),
        .nothingFound(words: "whales", isReading: true), .nothingFound(words: nil),
      ])
    },
    JSONScene(
      "refusals after the end",
      #"""
      {"id":"1","reason":"session-finished","text":"The session is finished. 'start' \#
      plays it again, 'back' returns to picking.","type":"refused"}
      """#
    ) {
      $0.prepare("1", "start", "finish")
      $0.type("#1 pause")
    },
    JSONScene(
      "lines that are not understood",
      #"""
      {"id":"1","reason":"not-understood","text":"No command 'pasue'. Did you mean \#
      'pause'?","type":"refused"}
      {"reason":"not-understood","text":"'pick' needs song numbers or 'all', such as \#
      'pick 1 3-5 7-'.","type":"refused"}
      {"reason":"not-understood","text":"'' is not an id. Write '#' and 1 to 64 letters, digits, \#
      '-' or '_'.","type":"refused"}
      {"reason":"not-understood","text":"'é' is not an id. Write '#' and 1 to 64 letters, digits, '-' \#
      or '_'.","type":"refused"}
      {"id":"2","reason":"not-understood","text":"'1:99' is not a time: seconds go up to \#
      59. Did you mean '2:39'?","type":"refused"}
      {"reason":"not-understood","text":"No command '�[31m'. 'help' lists the commands.",\#
      "type":"refused"}
      """#
    ) {
      $0.type("#1 pasue", "pick", "# next", "#é next", "#2 seek 1:99", "\u{1B}[31m \"quoted\" \\")
    },
  ]

  /// Lines of a conversation of the control socket.
  static let conversation = [
    JSONScene(
      "lines of text, with their meanings",
      #"""
      {"style":"plain","text":"Paused \"here\"","type":"line"}
      {"style":"heading","text":"Player","type":"line"}
      {"style":"diagnostic","text":"No song 9.","type":"line"}
      {"id":"a","type":"done"}
      """#
    ) { stage in
      stage.send(JSONMessage.line("Paused \"here\"", as: .plain).bytes)
      stage.send(JSONMessage.line("Player", as: .heading).bytes)
      stage.send(JSONMessage.line("No song 9.", as: nil).bytes)
      stage.send(JSONMessage.answer(.page(.status), to: "a").bytes)
    },
    JSONScene(
      "the session goes on without the conversation",
      #"""
      {"reason":"quit","text":"The conversation ended with 'quit'; the session goes on.","type":"closed"}
      {"code":0,"type":"bye"}
      """#
    ) { stage in
      stage.send(ConversationEnd.quit.lastLine)
      stage.send(JSONMessage.bye(code: 0).bytes)
    },
  ]
}
