/// When the session ends.
enum SessionEnding: Equatable {
  /// At this session time; `nil` is not known yet.
  case ahead(Duration?)
  /// It ended at this session time: the music is silent, and bells ring out.
  case passed(Duration)

  /// The session time of the end; `nil` where it is not known.
  var time: Duration? {
    switch self {
    case .ahead(let time): time
    case .passed(let time): time
    }
  }

  /// Whether the session is over.
  var isPassed: Bool {
    switch self {
    case .ahead: false
    case .passed: true
    }
  }
}
