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
  /// - Parameter inWords: Whether times are in words, for a screen reader.
  public init(_ status: SessionStatus, inWords: Bool) {
    let isPlaying = status.transport == .playing
    marker = isPlaying ? .playing : .paused
    state = isPlaying ? "playing" : "paused"
    title = status.title
    let length = status.length.map { " / \($0.timeText)" } ?? ""
    detail = inWords ? status.progress : status.position.timeText + length
  }
}
