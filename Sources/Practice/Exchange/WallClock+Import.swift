extension WallClock {
  /// The moment at which local clocks show `time`.
  func moment(of time: CivilTime) -> Moment {
    time.moment(offset: offset(time.localSeconds))
  }

  /// The moment `seconds` after 1970-01-01 00:00 UTC.
  package func moment(utc seconds: Int) -> Moment {
    // The zone is asked by local time, which depends on the answer near a change of summer time.
    let guess = offset(seconds + offset(seconds))
    return Moment(milliseconds: Int64(seconds) * 1_000, offset: offset(seconds + guess))
  }
}
