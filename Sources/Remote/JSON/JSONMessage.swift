/// The messages to a client: one object each, named by its `type`.
///
/// Times are in seconds, moments as ISO 8601 with an offset; songs are numbered from 1.
enum JSONMessage: JSONValue {
  // The first and the last message.
  case hello(Hello)
  case bye(Bye)
  case closed(Closed)
  // Events.
  case mode(Mode)
  case phase(PhaseChange)
  case transport(TransportChange)
  case position(Position)
  case volume(Volume)
  case level(LevelBody)
  case cue(CueReached)
  case fault(Fault)
  case summary(Summary)
  case practice(PracticeChange)
  // Pages.
  case list(List)
  case info(Info)
  case status(Status)
  case plan(PlanBody)
  case order(Order)
  case repeating(Repeating)
  case home(Home)
  case journal(Journal)
  case sets(Sets)
  case settings(Settings)
  case sessions(Sessions)
  case drivers(Drivers)
  case skipped(Skipped)
  case help(Help)
  case line(Line)
  // Answers.
  case done(Done)
  case refused(Refused)

  /// Writes the object, including its type.
  func write(to json: inout JSONText) {
    switch self {
    case .hello(let content): json.object(content, type: "hello")
    case .bye(let content): json.object(content, type: "bye")
    case .closed(let content): json.object(content, type: "closed")
    case .mode(let content): json.object(content, type: "mode")
    case .phase(let content): json.object(content, type: "phase")
    case .transport(let content): json.object(content, type: "transport")
    case .position(let content): json.object(content, type: "position")
    case .volume(let content): json.object(content, type: "volume")
    case .level(let content): json.object(content, type: "level")
    case .cue(let content): json.object(content, type: "cue")
    case .fault(let content): json.object(content, type: "fault")
    case .summary(let content): json.object(content, type: "summary")
    case .practice(let content): json.object(content, type: "practice")
    case .list(let content): json.object(content, type: "list")
    case .info(let content): json.object(content, type: "info")
    case .status(let content): json.object(content, type: "status")
    case .order(let content): json.object(content, type: "order")
    case .repeating(let content): json.object(content, type: "repeat")
    case .plan(let content): json.object(content, type: "plan")
    case .home(let content): json.object(content, type: "home")
    case .journal(let content): json.object(content, type: "journal")
    case .sets(let content): json.object(content, type: "sets")
    case .settings(let content): json.object(content, type: "settings")
    case .sessions(let content): json.object(content, type: "sessions")
    case .drivers(let content): json.object(content, type: "drivers")
    case .skipped(let content): json.object(content, type: "skipped")
    case .help(let content): json.object(content, type: "help")
    case .line(let content): json.object(content, type: "line")
    case .done(let content): json.object(content, type: "done")
    case .refused(let content): json.object(content, type: "refused")
    }
  }
}
