/// The limits of the control socket. Exceeding one ends the conversation.
public enum SocketLimits {
  /// The length of a line in bytes, without its line break. The longest lines in use name songs by
  /// number; 64 KiB name about 10,000.
  public static let lineLength = 64 << 10
  /// The number of conversations at once: each costs a descriptor, and a copy of every event. The
  /// usual limit of descriptors is 1024, which songs and the sound device share.
  public static let connections = 32
  /// The bytes that wait to be written to one client. The state of 100,000 songs has about 13 MB,
  /// so a client that reads at any speed receives that of 400,000 whole.
  public static let waitingBytes = 64 << 20
  /// The memory of what waits for all clients, in bytes.
  static let allWaitingBytes = 2 * waitingBytes
  /// From this length on, in bytes, equal messages in a row are in memory once.
  static let sharedLength = 4 << 10
  /// While more bytes than this wait, no further lines of the client are performed.
  static let unhurriedBytes = 256 << 10
  /// How long a client may take to read the reason for the end of its conversation, in seconds.
  static let graceSeconds: Int64 = 10
  /// How long the first message waits for a first line, which can choose another one, in
  /// milliseconds. Programs that send a line at once need no list of all songs.
  static let greetingDelay: Int64 = 50
  /// How long no connection is accepted after the system had no descriptor for one, in milliseconds.
  static let acceptPause: Int64 = 250
}
