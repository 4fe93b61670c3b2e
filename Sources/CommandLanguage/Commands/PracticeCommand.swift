/// A command about the practice: the journal, saved sets, the home screen and the settings.
public enum PracticeCommand: Hashable, Sendable {
  /// Shows the home screen.
  case home
  /// Shows these rows of the journal; `nil` is a screenful of the latest sits. With `listening`,
  /// music that was played without a plan is among them.
  case journal(NumberRange?, listening: Bool)
  /// Sets the note of the sit that goes on, or of the last one; empty text removes it.
  case note(String)
  /// Sets the note of a row of the journal, from 1.
  case annotate(sit: Int, String)
  /// Deletes a row of the journal, from 1.
  case deleteSit(Int)
  /// Deletes from the journal all music that was played without a plan.
  case deleteListening
  /// Begins the last session anew.
  case again
  /// Continues a sit that was left or interrupted; while listening, the same as `play`.
  case resume
  /// Lists the sets.
  case sets
  /// Saves what is picked, with the plan, as a set; without a name, opens the name form.
  case save(name: String?)
  case load(SetReference)
  case edit(SetReference)
  case rename(SetReference, to: String)
  case delete(SetReference)
  /// Starts a sit.
  case sit(SitTarget)
  /// Lists the settings.
  case settings
  /// Changes a setting; the value `default` removes it from the settings file.
  case set(name: String, value: String)
}

/// A set as the user names it.
public enum SetReference: Hashable, Sendable {
  case name(String)
  /// Its row in the list of sets, from 1; also a set whose name is this number.
  case number(Int)
}

/// What `sit` is to start.
public enum SitTarget: Hashable, Sendable {
  /// What is picked and planned.
  case current
  /// A saved set.
  case set(SetReference)
  /// What is picked, for this long.
  case length(Duration)
}
