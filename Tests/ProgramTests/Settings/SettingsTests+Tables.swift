/// Mistakes in a settings file, and the messages about them.
extension SettingsTests {
  /// Invalid settings, in a line or a variable.
  static let wrongValues: [(String, String, String)] = [
    (
      "volume", "banana",
      "The value 'banana' is invalid for '--volume <N>': write a number from 0 to 100."
    ),
    (
      "volume", "120",
      "The value '120' is invalid for '--volume <N>': write a number from 0 to 100."
    ),
    (
      "level", "loud",
      "The value 'loud' is invalid for '--level <level>'. "
        + "Please provide one of 'on', 'off' or 'album'."
    ),
    ("plain", "perhaps", "'plain' must be 'yes' or 'no'."),
    (
      "format", "xml",
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
    ),
    (
      "plan", "for 20m, settle 2h",
      "The value 'for 20m, settle 2h' is invalid for '--plan <PLAN>': "
        + "Settling takes at most an hour. Example: 'settle 10s'."
    ),
    (
      "on-bell", "lamp 'a b",
      "The value 'lamp 'a b' is invalid for '--on-bell <COMMAND>': the quote ' is not closed."
    ),
  ]

  /// Lines that are invalid, whatever the value.
  static let wrongLines: [(String, String)] = [
    ("driver =", "'driver' needs a value."),
    ("driver = # null", "'driver' needs a value."),
    ("volum = 50", "there is no setting 'volum'. Did you mean 'volume'?"),
    ("volume 50", "write 'name = value'; '#' begins a comment."),
    ("volume = \"50", "the value of 'volume' has no closing quote."),
    ("volume = \"50\" %", "only a comment may follow the quoted value of 'volume'."),
    ("\u{1B}[31mX = \"50\" %", "only a comment may follow the quoted value of '�[31mx'."),
    ("\u{1B}[31mX = \"50", "the value of '�[31mx' has no closing quote."),
    (
      "for = 20m", "'for' is no setting: it is about one run of the program. Type '--for'."
    ),
  ]

  /// Settings that can be parsed, but with which nothing can start.
  static let impossibleValues: [(name: String, value: String, code: Int32, reason: String)] = [
    (
      "driver", "bogus", 69,
      "The sound driver 'bogus' cannot be opened: there is no driver of that name. "
        + "'meditate drivers' lists those that can; '--driver null' plays silently."
    ),
    (
      "plan", "bell /nofile", 64,
      "The bell cannot be read: /nofile: the file does not exist. 'bell bowl' needs no file."
    ),
  ]
}
