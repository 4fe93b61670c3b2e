import MeditationControl

extension JSONScene {
  /// The totals of ``PracticeSample``.
  private static let totals = #"""
    {"all":{"sat":1290,"sits":2},"days":[{"date":"2026-11-17","sat":1200}],"goal":null,\#
    "longestStreak":1,"month":{"sat":1200,"sits":1},"streak":1,"today":"2026-11-18","week":{"sat":1200,"sits":1}}
    """#

  /// Its first set.
  private static let evening = #"""
    {"lastSat":"2026-11-17T21:04:00+01:00","length":92.5,"more":true,"name":"Evening","plan":\#
    \#(emptyPlan),"songs":2}
    """#

  /// Its latest sit.
  private static let sit = #"""
    {"began":"2026-11-18T21:55:00+01:00","counts":false,"end":null,"heard":[],"label":"","marks":[],\#
    "notation":"","note":"","plan":\#(emptyPlan),"planned":null,"sat":59.5,"set":null}
    """#

  /// A sit whose plan is not valid, before 1970 and west of Greenwich.
  private static let oldSit = #"""
    {"began":"1969-12-31T20:29:59-03:30","counts":true,"end":"interrupted","heard":[],"label":"",\#
    "marks":["no-sound","unattended"],"notation":"for ever",\#
    "note":"","plan":null,"planned":null,"sat":90,"set":null}
    """#

  /// Journal, sets and settings.
  static let practice = [
    JSONScene(
      "home, and where nothing is kept",
      #"""
      {"again":true,"now":"2026-11-18T22:00:00+01:00","problems":[{"name":"Odd",\#
      "reason":"set-unusable","text":"The set 'Odd' cannot be used: it is a folder, not a \#
      file."}],"resumable":\#(oldSit),"sets":[\#(evening),{"lastSat":null,"length":92.5,\#
      "more":false,"name":"Morning","plan":null,"songs":0}],"totals":\#(totals),"type":"home"}
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
      "海の波"],"label":"","marks":[],"notation":"settle 2s","note":"Slept \"well\".","plan":{"begin":null,"bell":{"file":null,\#
      "sound":"bowl","volume":100},"breath":null,"breathVolume":100,"crossfade":0,"end":"songs","fade":0,"fadeOut":0,"guide":null,\#
      "length":null,\#
      "level":null,"notation":"settle 2s",\#
      "parts":[{"bells":[],"breath":null,"closing":null,"end":"songs","length":null,"music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":false,"repeatOne":false,"settling":2,"under":[],"voiceVolume":100,"volume":null},"planned":1200,"sat":1200,\#
      "set":"Evening"},\#(oldSit)],"totals":\#(totals),"type":"journal"}
      {"id":"p","type":"done"}
      {"labels":[],"listening":0,"now":"2026-11-18T22:00:00+01:00","older":0,"range":{"sat":90,"sits":1},\#
      "rows":[null,1],"sits":[{"began":"2026-11-17T21:04:00+01:00","counts":false,\#
      "end":"completed","heard":["Rain","海の波"],"label":"","marks":["listening"],"notation":"settle 2s",\#
      "note":"Slept \"well\".","plan":{"begin":null,"bell":{"file":null,"sound":"bowl","volume":100},"breath":null,\#
      "breathVolume":100,"crossfade":0,"end":"songs","fade":0,"fadeOut":0,"guide":null,"length":null,\#
      "level":null,"notation":"settle 2s",\#
      "parts":[{"bells":[],"breath":null,"closing":null,"end":"songs","length":null,"music":true,"opening":null,"title":"","under":[],"voices":[]}],"repeat":false,"repeatOne":false,"settling":2,"under":[],"voiceVolume":100,"volume":null},\#
      "planned":1200,"sat":1200,"set":"Evening"},\#(oldSit)],"totals":\#(totals),"type":"journal"}
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
      {"lastSat":null,"length":92.5,"more":false,"name":"Morning","plan":null,"songs":0}],\#
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
      "news of the practice",
      #"""
      {"file":null,"found":null,"from":"Night","kind":"set-saved","missing":null,"name":"Evening","reason":null,"set":\#
      \#(evening),"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-unsaved","missing":null,"name":"Evening","reason":"There is a \#
      set 'Evening' already.","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-loaded","missing":null,"name":"Evening","reason":null,"set":\#
      \#(evening),"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":"Night","kind":"set-renamed","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-deleted","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-restored","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-unchanged","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-deleted","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":"/m/Evening","found":null,"from":null,"kind":"set-deleted","missing":null,"name":"Evening",\#
      "reason":null,"set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"set-unloaded","missing":null,"name":"Evening","reason":null,\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"songs-missing","missing":["/m/rain.flac"],"name":"Evening",\#
      "reason":null,"set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":"/m/evening.md","found":null,"from":null,"kind":"set-exported","missing":null,\#
      "name":"Evening","reason":null,"set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":"/m/Evening","found":null,"from":null,"kind":"set-imported","missing":null,\#
      "name":"Evening","reason":null,"set":\#(evening),"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":["/n/rain.flac"],"from":null,"kind":"songs-found","missing":null,\#
      "name":"Evening","reason":null,"set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"bell-missing","missing":null,"name":"Evening",\#
      "reason":"The bell cannot be read.","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"bell-cut","missing":null,"name":null,\#
      "reason":"The bell long.wav is longer than 60 seconds: it fades out there.","set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"speech-prepared","missing":null,"name":null,\#
      "reason":"Preparing the voice of the guide: 3 of 20 sentences.","set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"speech-late","missing":null,"name":null,\#
      "reason":"1 sentence of the guide was not spoken in time, only printed.","set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"speech-failed","missing":null,"name":null,\#
      "reason":"'say' failed with exit code 1","set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-noted","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-labelled","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-added","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-changed","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-deleted","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-deleted","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-restored","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"listening-deleted","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"listening-restored","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-resumable","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(sit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-elsewhere","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":\#(oldSit),"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"session-locked","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"session-unlocked","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"setting-changed","missing":null,"name":null,"reason":null,"set":null,\#
      "setting":{"editable":true,"help":"The volume.","name":"volume","origin":"config:3",\#
      "value":"60"},"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"rescanned","missing":null,"name":null,"reason":"3 new songs; 1 is gone.",\#
      "set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"songs-left","missing":null,"name":null,"reason":"2 songs have begun \#
      already, and stay in place.","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"journal-failed","missing":null,"name":null,"reason":"the disk is \#
      full","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"sit-unwritten","missing":null,"name":null,"reason":"the disk is \#
      full","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"journal-mended","missing":null,"name":null,"reason":"The journal \#
      was damaged.","set":null,"setting":null,"sit":null,"type":"practice"}
      {"file":null,"found":null,"from":null,"kind":"machine-slept","missing":null,"name":null,"reason":"The machine \#
      slept; 'play' goes on.","set":null,"setting":null,"sit":null,"type":"practice"}
      """#
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
      {"reason":"not-read-from-files","text":"This list is not read from files, or was named on \#
      standard input, which has no more.","type":"refused"}
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
  ]
}
