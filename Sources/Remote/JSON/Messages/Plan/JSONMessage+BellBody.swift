import Score

extension JSONMessage {
  /// What is struck, and how loud.
  struct BellBody: JSONObject {
    let bell: Bell

    func writeMembers(to json: inout JSONText) {
      json.add("file", bell.sound.path)
      json.add("sound", bell.sound.jsonWord)
      json.add("volume", bell.volume)
    }
  }
}

extension Bell.Sound {
  /// The path of a file; `nil` for a sound of the program's own.
  fileprivate var path: String? {
    switch self {
    case .bowl, .gong, .chime, .wood: nil
    case .file(let path): path
    }
  }

  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .bowl: "bowl"
    case .gong: "gong"
    case .chime: "chime"
    case .wood: "wood"
    case .file: "file"
    }
  }
}
