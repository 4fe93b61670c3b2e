import MeditationControl
import MeditationPractice

extension JSONScene {
  /// The totals of ``PracticeSample``.
  private static let totals = #"""
    {"all":{"sat":1290,"sits":2},"days":[{"date":"2026-11-17","sat":1200}],"goal":null,\#
    "longestStreak":1,"month":{"sat":1200,"sits":1},"streak":1,"today":"2026-11-18","week":{"sat":1200,"sits":1}}
    """#

  /// Its first set.
  private static let evening = #"""
    {"lastSat":"2026-11-17T21:04:00+01:00","length":92.5,"more":true,"name":"Evening","plan":\#
    \#(emptyPlan),"problem":null,"songs":2}
    """#

  /// Its latest sit.
  private static let sit = #"""
    {"began":"2026-11-18T21:55:00+01:00","counts":false,"end":null,"heard":[],"label":"","marks":[],\#
    "notation":"","note":"","plan":\#(emptyPlan),"planned":null,"problem":null,"sat":59.5,"set":null}
    """#

  /// Why the plan `for ever` is not valid.
  private static let wrongPlan =
    #""'ever' is not a time. Write 20m, 1:10:00, songs or open.""#

  /// A sit whose plan is not valid, before 1970 and west of Greenwich.
  private static let oldSit = #"""
    {"began":"1969-12-31T20:29:59-03:30","counts":true,"end":"interrupted","heard":[],"label":"",\#
    "marks":["no-sound","unattended"],"notation":"for ever",\#
    "note":"","plan":null,"planned":null,"problem":\#(wrongPlan),"sat":90,"set":null}
    """#

  /// The plan `settle 2s`.
  private static let settlingPlan =
    emptyPlan
    .replacing(#""notation":"""#, with: #""notation":"settle 2s""#)
    .replacing(#""settling":0"#, with: #""settling":2"#)

  /// The first setting of ``PracticeSample``.
  private static let volumeSetting =
    #"{"editable":true,"help":"The volume.","name":"volume","origin":"config:3","value":"60"}"#

  /// The line about news; what is not given is null.
  private static func news(
    _ kind: String, name: String? = nil, from old: String? = nil, set: String = "null",
    missing: String? = nil, found: String? = nil, file: String? = nil, sit: String = "null",
    setting: String = "null", reason: String? = nil
  ) -> String {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    func listed(_ path: String?) -> String { path.map { "[\"\($0)\"]" } ?? "null" }
    return #"""
      {"file":\#(quoted(file)),"found":\#(listed(found)),"from":\#(quoted(old)),"kind":"\#(kind)",\#
      "missing":\#(listed(missing)),"name":\#(quoted(name)),"reason":\#(quoted(reason)),"set":\#(set),\#
      "setting":\#(setting),"sit":\#(sit),"type":"practice"}
      """#
  }

  /// The lines about the news of ``PracticeSample``.
  private static let newsLines: [String] = [
    news("set-saved", name: "Evening", from: "Night", set: evening),
    news("set-unsaved", name: "Evening", reason: "There is a set 'Evening' already."),
    news("set-loaded", name: "Evening", set: evening),
    news("set-renamed", name: "Evening", from: "Night"),
    news("set-deleted", name: "Evening"),
    news("set-restored", name: "Evening"),
    news("set-unchanged", name: "Evening"),
    news("set-deleted", name: "Evening"),
    news("set-deleted", name: "Evening", file: "/m/Evening"),
    news("set-unloaded", name: "Evening"),
    news("songs-missing", name: "Evening", missing: "/m/rain.flac"),
    news("set-exported", name: "Evening", file: "/m/evening.md"),
    news("set-imported", name: "Evening", set: evening, file: "/m/Evening"),
    news("songs-found", name: "Evening", found: "/n/rain.flac"),
    news("bell-missing", name: "Evening", reason: "The bell cannot be read."),
    news("bell-cut", reason: "The bell long.wav is longer than 60 seconds: it fades out there."),
    news("speech-prepared", reason: "Preparing the voice of the guide: 3 of 20 sentences."),
    news("speech-late", reason: "1 sentence of the guide was not spoken in time, only printed."),
    news("speech-failed", reason: "'say' failed with exit code 1"),
    news("sit-noted", sit: sit),
    news("sit-labelled", sit: sit),
    news("sit-added", sit: sit),
    news("sit-changed", sit: sit),
    news("sit-deleted", sit: sit),
    news("sit-deleted", sit: sit),
    news("sit-restored", sit: sit),
    news("listening-deleted"),
    news("listening-restored"),
    news("sit-resumable", sit: sit),
    news("sit-elsewhere", sit: oldSit),
    news("setting-changed", setting: volumeSetting),
    news("rescanned", reason: "3 new songs; 1 is gone."),
    news("songs-left", reason: "2 songs have begun already, and stay in place."),
    news(
      "songs-so-far",
      reason: "The list is still being read: that was of 64 songs so far. 'all' picks the others "
        + "when it is complete."),
    news("journal-failed", reason: "the disk is full"),
    news("sit-unwritten", reason: "the disk is full"),
    news("journal-mended", reason: "The journal was damaged."),
    news("machine-slept", reason: "The machine slept; 'play' goes on."),
  ]

  /// Journal, sets and settings.
  static let practice = [
    JSONScene(
      "home, and where nothing is kept",
      #"""
      {"again":true,"now":"2026-11-18T22:00:00+01:00","problems":[{"name":"Odd",\#
      "reason":"set-unusable","text":"The set 'Odd' cannot be used: it is a folder, not a \#
      file."}],"resumable":\#(oldSit),"sets":[\#(evening),{"lastSat":null,"length":92.5,\#
      "more":false,"name":"Morning","plan":null,"problem":\#(wrongPlan),"songs":0}],"totals":\#(totals),"type":"home"}
      {"id":"p","type":"done"}
      {"again":false,"now":"2026-11-18T22:00:00+01:00","problems":[],"resumable":null,"sets":[],\#
      "totals":null,"type":"home"}
      {"id":"p","type":"done"}
      """#
    ) {
      $0.show(.home(PracticeSample.home), .home(PracticeSample.empty))
    },
    JSONScene(
      "the journal",
      #"""
      {"labels":[{"label":"Evening","sat":1200,"sits":1}],"listening":0,"now":"2026-11-18T22:00:00+01:00","older":3,"range":null,"rows":[1,2,3],"sits":[\#(sit),\#
      {"began":"2026-11-17T21:04:00+01:00","counts":true,"end":"completed","heard":["Rain",\#
      "海の波"],"label":"","marks":[],"notation":"settle 2s","note":"Slept \"well\".","plan":\#(settlingPlan),"planned":1200,"problem":null,"sat":1200,\#
      "set":"Evening"},\#(oldSit)],"totals":\#(totals),"type":"journal"}
      {"id":"p","type":"done"}
      {"labels":[],"listening":0,"now":"2026-11-18T22:00:00+01:00","older":0,"range":{"sat":90,"sits":1},\#
      "rows":[null,1],"sits":[{"began":"2026-11-17T21:04:00+01:00","counts":false,\#
      "end":"completed","heard":["Rain","海の波"],"label":"","marks":["listening"],"notation":"settle 2s",\#
      "note":"Slept \"well\".","plan":\#(settlingPlan),\#
      "planned":1200,"problem":null,"sat":1200,"set":"Evening"},\#(oldSit)],"totals":\#(totals),"type":"journal"}
      {"id":"p","type":"done"}
      """#
    ) {
      $0.show(.journal(PracticeSample.journal), .journal(PracticeSample.ofDates))
    },
    JSONScene(
      "months and years, with a goal, without streaks",
      #"""
      {"months":[{"month":11,"sat":1200,"sits":1,"year":2026},{"month":12,"sat":90,"sits":1,\#
      "year":1969}],"now":"2026-11-18T22:00:00+01:00","range":{"sat":1290,"sits":2},"totals":\#
      {"all":{"sat":1290,"sits":2},"days":[{"date":"2026-11-17","sat":1200}],"goal":{"done":1,\#
      "of":5,"per":"week","unit":"sits"},"longestStreak":null,"month":{"sat":1200,"sits":1},\#
      "streak":null,"today":"2026-11-18","week":{"sat":1200,"sits":1}},"type":"totals","years":\#
      [{"sat":1200,"sits":1,"year":2026},{"sat":90,"sits":1,"year":1969}]}
      {"id":"p","type":"done"}
      {"months":[{"month":11,"sat":1200,"sits":1,"year":2026},{"month":12,"sat":90,"sits":1,\#
      "year":1969}],"now":"2026-11-18T22:00:00+01:00","range":null,"totals":\#
      {"all":{"sat":1290,"sits":2},"days":[{"date":"2026-11-17","sat":1200}],"goal":{"done":0,\#
      "of":20,"per":"day","unit":"minutes"},"longestStreak":1,"month":{"sat":1200,"sits":1},\#
      "streak":1,"today":"2026-11-18","week":{"sat":1200,"sits":1}},"type":"totals","years":\#
      [{"sat":1200,"sits":1,"year":2026},{"sat":90,"sits":1,"year":1969}]}
      {"id":"p","type":"done"}
      """#
    ) {
      for page in PracticeSample.months { $0.show(.totals(page)) }
    },
    JSONScene(
      "the sets, and the settings",
      #"""
      {"now":"2026-11-18T22:00:00+01:00","problems":[{"name":"Odd","reason":"set-unusable",\#
      "text":"The set 'Odd' cannot be used: it is a folder, not a file."}],"sets":[\#(evening),\#
      {"lastSat":null,"length":92.5,"more":false,"name":"Morning","plan":null,"problem":\#(wrongPlan),"songs":0}],\#
      "type":"sets"}
      {"id":"p","type":"done"}
      {"settings":[{"editable":true,"help":"The volume.","name":"volume","origin":"config:3",\#
      "value":"60"},{"editable":false,"help":"","name":"driver","origin":"default","value":""}],\#
      "type":"settings"}
      {"id":"p","type":"done"}
      """#
    ) {
      $0.show(.sets(PracticeSample.sets), .settings(PracticeSample.settings))
    },
    JSONScene(
      "a set",
      #"""
      {"set":\#(evening),"songs":[{"artist":"Mar","length":92.5,"path":"/m/rain.flac",\#
      "title":"Rain"},{"artist":"","length":null,"path":"/m/海.flac","title":"海"}],"type":"set"}
      {"id":"p","type":"done"}
      """#
    ) {
      for form in PracticeSample.forms { $0.show(.set(form)) }
    },
    JSONScene(
      "news of the practice", newsLines.joined(separator: "\n")
    ) {
      for news in PracticeSample.news { $0.hear(news) }
    },
    JSONScene(
      "refusals of the practice",
      #"""
      {"reason":"locked","text":"The session is locked. Type 'unlock' first.",\#
      "type":"refused"}
      {"reason":"no-practice","text":"There are no sets, settings and journal in a script.",\#
      "type":"refused"}
      {"reason":"no-journal","text":"No journal is kept.","type":"refused"}
      {"reason":"no-sets","text":"No sets are kept here.","type":"refused"}
      {"reason":"no-settings","text":"There are no settings here.","type":"refused"}
      {"reason":"journal-unusable","text":"The journal cannot be used: the disk is full.",\#
      "type":"refused"}
      {"reason":"no-such-set","text":"There is no set 'evning'. Did you mean 'Evening'?",\#
      "type":"refused"}
      {"reason":"name-taken","text":"There is a set 'Evening' already.","type":"refused"}
      {"reason":"set-unusable","text":"The set 'Odd' cannot be used: it is a folder, not a \#
      file.","type":"refused"}
      {"reason":"bad-name","text":"A name cannot contain '/'.","type":"refused"}
      {"reason":"numbers-are-songs","text":"Here, numbers are songs; a set is deleted by its name, \#
      such as 'delete Evening'.","type":"refused"}
      {"reason":"unconfirmed","text":"Delete the set 'Evening'? Then type 'delete Evening' again. \#
      'restore Evening' brings it back.","type":"refused"}
      {"reason":"no-such-set","text":"There is no deleted set 'Dawn'. These are kept: Evening.",\#
      "type":"refused"}
      {"reason":"no-such-row","text":"There is no row 4; the rows are 1 to 3.","type":"refused"}
      {"reason":"songs-not-open","text":"'pick' alone opens your music; then its songs can be \#
      picked.","type":"refused"}
      {"reason":"not-read-from-files","text":"This list was not read from files, or was named on \#
      standard input, which has ended.","type":"refused"}
      {"reason":"still-reading","text":"Songs are still being read. 'rescan' works when the list \#
      is complete.","type":"refused"}
      {"reason":"one-set-at-once","text":"Here a number sits a set, one at a time. \#
      'pick' opens the songs.","type":"refused"}
      {"reason":"no-sits","text":"The journal is empty.","type":"refused"}
      {"reason":"no-listening","text":"The journal has no music played without a plan.",\#
      "type":"refused"}
      {"reason":"nothing-to-repeat","text":"The journal has no session to begin anew.",\#
      "type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit came to \#
      its end. 'again' begins it anew.","type":"refused"}
      {"reason":"songs-missing","text":"None of its songs can be played, such as \#
      /m/rain.flac.","type":"refused"}
      {"reason":"empty-set","text":"The set 'Evening' has neither songs nor a length.",\#
      "type":"refused"}
      {"reason":"sit-goes-on","text":"This sit goes on; it can be deleted when it is over.",\#
      "type":"refused"}
      {"reason":"bad-sit","text":"There is no such day.","type":"refused"}
      {"reason":"not-added","text":"Only a sit that was added with 'journal add' can be changed; \#
      of others, note and label can.","type":"refused"}
      {"reason":"not-written","text":"/m/e.md cannot be written: the disk is full.",\#
      "type":"refused"}
      {"reason":"not-imported","text":"e.zip cannot be imported: the file does not exist.",\#
      "type":"refused"}
      {"reason":"nothing-to-save","text":"Pick songs or plan a length first; then 'save NAME'.",\#
      "type":"refused"}
      {"reason":"bad-setting","text":"'loud' is not a volume.","type":"refused"}
      {"reason":"bad-plan","text":"'for ever' is not a length.","type":"refused"}
      {"reason":"song-is-bell","text":"Song 1 is the bell of the plan. 'bell bowl' frees it.",\#
      "type":"refused"}
      {"reason":"bell-is-picked","text":"This file is picked as song 2. 'unpick 2' frees it for \#
      the bell.","type":"refused"}
      """#
    ) {
      $0.decline(PracticeSample.refusals)
    },
    JSONScene(
      "refusals of the practice, in their other words",
      #"""
      {"reason":"no-such-set","text":"There is no set 'evning'. 'sets' lists them.",\#
      "type":"refused"}
      {"reason":"set-unusable","text":"The folder of the sets, '/m/sets', cannot be used: it is a \#
      file.","type":"refused"}
      {"reason":"bad-name","text":"A set needs a name, such as 'save Evening'.","type":"refused"}
      {"reason":"bad-name","text":"The name is too long: 60 characters at most.","type":"refused"}
      {"reason":"bad-name","text":"A name cannot contain control characters.","type":"refused"}
      {"reason":"bad-name","text":"A name cannot begin with '.' or '-'.","type":"refused"}
      {"reason":"bad-name","text":"A name cannot be a length: 'sit' would take it for the time to \#
      sit.","type":"refused"}
      {"reason":"no-such-set","text":"There is no deleted set 'Dawn'. None is kept.",\#
      "type":"refused"}
      {"reason":"no-such-set","text":"There is no deleted set 'Dawn'. These are kept: 1, 2, 3, 4, \#
      5, 6, 7, 8, 9, 10, ….","type":"refused"}
      {"reason":"no-such-row","text":"The list is empty.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit was ended by \#
      'finish'. 'again' begins it anew.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: nothing of the last sit \#
      could be heard. 'again' begins it anew.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit began more \#
      than a day ago. 'again' begins it anew.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit goes on in \#
      another program.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit was left at \#
      its end. 'again' begins it anew.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the last sit was under a \#
      minute, so that its songs were not kept.","type":"refused"}
      {"reason":"nothing-to-resume","text":"There is nothing to resume: the songs of the last sit \#
      are not kept, because another session began since.","type":"refused"}
      """#
    ) {
      $0.decline(PracticeSample.variants)
    },
  ]
}
