import CMeditationBus
import Glibc
import MeditationPlan

/// The object of the player on the bus: answers what it can from the state, and passes on the rest.
/// It lives on the bus's thread.
final class PlayerObject {
  /// The state that properties are read from.
  var state = PlayerState()

  /// The position in the track at this moment, in microseconds.
  private let position: () -> Int64
  private let onEvent: @Sendable (BusEvent) -> Void
  /// The calls that wait for the session, by the numbers of their requests.
  private var waiting: [Int: BusMessage] = [:]
  private var requestCount = 0
  private var namingResult: Int32?
  /// For C, which keeps a pointer to it.
  private let handlers = UnsafeMutablePointer<bus_handlers>.allocate(capacity: 1)

  init(
    position: @escaping () -> Int64, onEvent: @escaping @Sendable (BusEvent) -> Void
  ) {
    self.position = position
    self.onEvent = onEvent
    handlers.initialize(to: Self.handlers)
  }

  deinit { handlers.deallocate() }

  /// Begins to connect. This object must outlive `player`.
  ///
  /// - Returns: 0 or a negative errno.
  func open(at address: String, _ player: inout OpaquePointer?) -> Int32 {
    bus_open(address, handlers, Unmanaged.passUnretained(self).toOpaque(), &player)
  }

  var waitingCount: Int { waiting.count }

  func answer(_ answer: BusAnswer) {
    guard let call = waiting.removeValue(forKey: answer.id) else { return }
    if let refusal = answer.refusal { call.reply(.failed, refusal) } else { call.reply() }
    call.release()
  }

  /// Releases the calls that wait, without an answer.
  func releaseCalls() {
    for call in waiting.values { call.release() }
    waiting = [:]
  }

  /// The result of the latest request for a name, once.
  func takeNamingResult() -> Int32? {
    defer { namingResult = nil }
    return namingResult
  }

  // MARK: Calls

  private func request(_ command: PlayerCommand, for call: BusMessage) {
    requestCount += 1
    call.retain()
    waiting[requestCount] = call
    onEvent(.request(id: requestCount, command))
  }

  private func receive(_ call: BusMessage, method: String) {
    switch method {
    case "Next": request(.next, for: call)
    case "Previous": request(.previous, for: call)
    case "Pause": request(.pause, for: call)
    case "PlayPause": request(.playPause, for: call)
    case "Stop": request(.stop, for: call)
    case "Play": request(.play, for: call)
    case "Seek": request(.seek(by: call.nextInt64), for: call)
    case "SetPosition":
      let track = call.nextPath
      request(.setPosition(track: track, to: call.nextInt64), for: call)
    case "OpenUri": call.reply(.notSupported, "Songs cannot be opened from here.")
    case "Raise": call.reply()
    case "Quit":
      // At once: the program may end before an answer would be sent.
      call.reply()
      onEvent(.quit)
    default: call.reply(.notSupported, "There is no such method.")
    }
  }

  private func receive(_ call: BusMessage, property: String) {
    switch PlayerProperty(rawValue: property) {
    case .loopStatus: setLoopStatus(call.nextString, for: call)
    case .shuffle: request(.setShuffled(call.nextBool), for: call)
    case .volume:
      let volume = call.nextDouble
      guard !volume.isNaN else { return call.reply(.invalidArguments, "This is not a number.") }
      request(.setVolume(Int((min(max(volume, 0), 1) * 100).rounded())), for: call)
    case .rate:
      // Source: MPRIS 2.2, Rate: at 0, "the media player should act as though Pause was called";
      // values that cannot be used may be ignored.
      if call.nextDouble == 0 { request(.pause, for: call) } else { call.reply() }
    default: call.reply(.notSupported, "This cannot be changed.")
    }
  }

  private func setLoopStatus(_ status: String, for call: BusMessage) {
    switch status {
    case "None": request(.setRepeating(.off), for: call)
    case "Track": request(.setRepeating(.one), for: call)
    case "Playlist": request(.setRepeating(.on), for: call)
    default: call.reply(.invalidArguments, "It is None, Track or Playlist.")
    }
  }

  // MARK: Callbacks

  private static let handlers = bus_handlers(
    call: { context, call, method in
      guard let (object, message) = PlayerObject.of(context, call), let method else { return }
      object.receive(message, method: String(cString: method))
    },
    set: { context, call, property in
      guard let (object, message) = PlayerObject.of(context, call), let property else { return }
      object.receive(message, property: String(cString: property))
    },
    get: { context, reply, property in
      guard let (object, message) = PlayerObject.of(context, reply), let property,
        let property = PlayerProperty(rawValue: String(cString: property))
      else { return -EINVAL }
      do throws(BusMessage.Failure) {
        try property.append(to: message, of: object.state, at: object.position())
        return 0
      } catch {
        return error.code
      }
    },
    named: { context, result in
      guard let context else { return }
      Unmanaged<PlayerObject>.fromOpaque(context).takeUnretainedValue().namingResult = result
    })

  private static func of(
    _ context: UnsafeMutableRawPointer?, _ message: OpaquePointer?
  ) -> (PlayerObject, BusMessage)? {
    guard let context, let message else { return nil }
    return (
      Unmanaged<PlayerObject>.fromOpaque(context).takeUnretainedValue(),
      BusMessage(message: message)
    )
  }
}
