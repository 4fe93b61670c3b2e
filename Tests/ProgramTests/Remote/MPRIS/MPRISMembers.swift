/// The members of the two interfaces in the words of `InterfaceReader`; a property's last word says
/// whether PropertiesChanged tells its changes.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
enum MPRISMembers {
  static let root = """
    method Quit
    method Raise
    property CanQuit b read true
    property CanRaise b read true
    property CanSetFullscreen b read true
    property Fullscreen b readwrite true
    property HasTrackList b read true
    property Identity s read true
    property SupportedMimeTypes as read true
    property SupportedUriSchemes as read true
    """

  static let player = """
    method Next
    method OpenUri in Uri s
    method Pause
    method Play
    method PlayPause
    method Previous
    method Seek in Offset x
    method SetPosition in TrackId o in Position x
    method Stop
    property CanControl b read false
    property CanGoNext b read true
    property CanGoPrevious b read true
    property CanPause b read true
    property CanPlay b read true
    property CanSeek b read true
    property LoopStatus s readwrite true
    property MaximumRate d read true
    property Metadata a{sv} read true
    property MinimumRate d read true
    property PlaybackStatus s read true
    property Position x read false
    property Rate d readwrite true
    property Shuffle b readwrite true
    property Volume d readwrite true
    signal Seeked Position x
    """
}
