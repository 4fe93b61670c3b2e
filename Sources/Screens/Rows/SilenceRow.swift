import Score
import Text

/// The row of a silence that is the current segment.
public struct SilenceRow: Row {
  public let marker: RowMarker
  public let state: String
  public let title: String
  public let detail: String
  public var style: RowStyle { .current }

  /// Creates the row of the silence that `status` is about.
  ///
  /// - Parameter wording: How times are worded.
  public init(_ status: SessionStatus, wording: Wording) {
    let isPlaying = status.transport == .playing
    marker = isPlaying ? .playing : .paused
    state = isPlaying ? "playing" : "paused"
    title = status.title
    let length = status.length.map { " / \($0.timeText)" } ?? ""
    detail = wording.isAloud ? status.progress(wording) : status.position.timeText + length
  }
}
