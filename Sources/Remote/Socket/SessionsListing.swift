import SessionControl

/// What `meditate sessions` prints.
struct SessionsListing: Listing {
  let heading = "Sessions"
  let rows: [SessionRow]
  let notes: [NoteRow]

  init(_ rows: [SessionRow]) {
    self.rows = rows
    let advice =
      rows.isEmpty
      ? "No session runs; 'meditate' or 'meditate sit 20m' starts one."
      : "'meditate do LINE' speaks to the newest; '--session PID' selects another."
    notes = [NoteRow(advice, as: .muted)]
  }
}
