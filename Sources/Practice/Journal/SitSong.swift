/// A song of a sit's session, kept so that the session can be repeated.
public struct SitSong: Hashable, Sendable {
  /// The bytes of the absolute path.
  public var path: [UInt8]
  /// The title, ready for display.
  public var title: String

  public init(path: [UInt8], title: String) {
    self.path = path
    self.title = title
  }
}
