/// A version of the queue's contents. Whoever holds chunks of an older one discards them.
struct QueueEpoch: Equatable {
  /// Counts jumps, each of which empties the queue.
  var jump = 0
  /// Counts the times that only the frames of later segments were discarded.
  var cut = 0
  /// Counts those of them after which the end of the kept segment is delivered anew.
  var reopened = 0
}
