/// Everything that a session can tell another program: one object, named by its `type`.
///
/// Times are in seconds, songs are numbered from 1, as a person counts them.
enum JSONMessage: Encodable {
  // Comes first, and last.
  case hello(Hello)
  case bye(Bye)
  // What happened.
  case mode(Mode)
  case phase(PhaseChange)
  case transport(TransportChange)
  case position(Position)
  case volume(Volume)
  case fault(Fault)
  case summary(Summary)
  // What was asked for.
  case list(List)
  case status(Status)
  case skipped(Skipped)
  case help(Help)
  // What became of a line.
  case done(Done)
  case refused(Refused)

  private enum Key: CodingKey {
    case type
  }

  func encode(to encoder: any Encoder) throws {
    let (type, content) = parts
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(type, forKey: .type)
    try content.encode(to: encoder)
  }

  private var parts: (type: String, content: any Encodable) {
    switch self {
    case .hello(let content): ("hello", content)
    case .bye(let content): ("bye", content)
    case .mode(let content): ("mode", content)
    case .phase(let content): ("phase", content)
    case .transport(let content): ("transport", content)
    case .position(let content): ("position", content)
    case .volume(let content): ("volume", content)
    case .fault(let content): ("fault", content)
    case .summary(let content): ("summary", content)
    case .list(let content): ("list", content)
    case .status(let content): ("status", content)
    case .skipped(let content): ("skipped", content)
    case .help(let content): ("help", content)
    case .done(let content): ("done", content)
    case .refused(let content): ("refused", content)
    }
  }
}
