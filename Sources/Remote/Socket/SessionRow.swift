import SessionControl
import Text

/// A running session: its process id, its state or song, and its time.
struct SessionRow: Row {
  let number: Int?
  let marker: RowMarker
  let state: String
  let title: String
  let detail: String
  let style: RowStyle

  /// - Parameter status: `nil` if the session does not answer.
  init(_ processID: Int32, _ status: SessionQuery.Status?) {
    number = Int(processID)
    style = status == nil ? .muted : status?.phase == "listening" ? .current : .plain
    guard let status else {
      (marker, state, title, detail) = (.none, "", "does not answer", "")
      return
    }
    let time = [
      Self.text(ofSeconds: status.elapsed),
      status.left.map { "\(Self.text(ofSeconds: $0)) left" },
    ].compactMap(\.self).joined(separator: ", ")
    switch status.phase {
    case "listening":
      let isPlaying = status.transport == "playing"
      marker = isPlaying ? .playing : .paused
      state = isPlaying ? "playing" : "paused"
      title =
        status.title.map { CleanText.clean($0) } ?? (status.elapsed < 0 ? "settling" : "silence")
      detail = time
    case "picking":
      (marker, state, detail) = (.none, "picking", "")
      title = "\(status.picked.songs) \(status.picked.songs == 1 ? "song" : "songs") picked"
    default:
      (marker, state, detail) = (.none, CleanText.clean(status.phase), "")
      title = "\(Self.text(ofSeconds: status.elapsed)) sat"
    }
  }

  /// A time that another program sent, which can be any number.
  private static func text(ofSeconds seconds: Double) -> String {
    // More than thirty years.
    Duration.seconds(min(max(0, seconds), 1e9)).timeText
  }
}
