import MeditationSystem
import MeditationText

/// Reads `.xspf` playlists. Source: https://xspf.org/spec
enum XSPF {
  /// The elements around each song's properties.
  private static let trackPath = ["playlist", "trackList", "track"].map { Array($0.utf8)[...] }

  /// A track that is being read.
  private struct Track {
    var location: PlaylistEntry.Location?
    var hint = SongHint()
    /// The text of the present element.
    var text: [UInt8] = []

    /// Ends the element `name`. Of several with one name, the first counts.
    mutating func finish(_ name: ArraySlice<UInt8>) {
      let value = XMLReader.trimmed(text)
      text = []
      guard !value.isEmpty else { return }
      switch String(decoding: name, as: UTF8.self) {
      case "location": location = location ?? PlaylistPath.location(ofReference: value)
      case "title": hint.title = hint.title ?? UnmarkedText.decode(value)
      case "creator": hint.artist = hint.artist ?? UnmarkedText.decode(value)
      case "duration": hint.duration = hint.duration ?? Self.milliseconds(value)
      default: break
      }
    }

    private static func milliseconds(_ text: ArraySlice<UInt8>) -> Duration? {
      guard text.count <= 12, let value = Digits.value(text), value > 0 else { return nil }
      return .milliseconds(value)
    }
  }

  /// The entries of a playlist, in order, at most `limit`; those before a break if it breaks off.
  static func entries(of document: [UInt8], limit: Int) -> [PlaylistEntry] {
    var reader = XMLReader(document)
    var entries: [PlaylistEntry] = []
    var track: Track?
    while entries.count < limit, let event = reader.next() {
      let depth = reader.path.count - trackPath.count
      switch event {
      case .start:
        if depth == 0, reader.path == trackPath { track = Track() }
        if depth == 1 { track?.text = [] }
      case .text(let text) where depth == 1: track?.text += XMLReader.resolved(text)
      case .literal(let text) where depth == 1: track?.text += text
      case .text, .literal: break
      case .end(let name) where depth == 0: track?.finish(name)
      case .end where depth == -1:
        if let track, let location = track.location {
          let hint = track.hint == SongHint() ? nil : track.hint
          entries.append(PlaylistEntry(location: location, hint: hint))
        }
        track = nil
      case .end: break
      }
    }
    return entries
  }
}

/// Reads the elements and the text of an XML document, up to the first error.
///
/// Comments, processing instructions, attributes and a document type are skipped: declared entities
/// are not expanded, and no file is opened. Takes time in proportion to the document.
///
/// Source: https://www.w3.org/TR/xml/
struct XMLReader {
  enum Event: Equatable {
    /// An element begins, now the last of ``path``.
    case start
    /// The last element of ``path`` ended; its local name.
    case end(ArraySlice<UInt8>)
    /// Character data, in which references are not resolved; see ``resolved(_:)``.
    case text(ArraySlice<UInt8>)
    /// The contents of a CDATA section.
    case literal(ArraySlice<UInt8>)
  }

  /// The deepest nesting that is read.
  static let maximumDepth = 64

  /// The local names of the open elements, the outermost first.
  private(set) var path: [ArraySlice<UInt8>] = []

  private var rest: ArraySlice<UInt8>
  /// True if the last element of `path` is `<empty/>`.
  private var isEmptyElement = false

  /// - Parameter document: In UTF-8, or any encoding that contains ASCII.
  init(_ document: [UInt8]) { rest = document[...] }

  /// True if the outermost element of `document` is closed.
  static func isWhole(_ document: [UInt8]) -> Bool {
    var reader = XMLReader(document)
    var isClosed = false
    while let event = reader.next() {
      if case .end = event { isClosed = reader.path.isEmpty }
    }
    return isClosed
  }

  /// The next event; `nil` at the end or at an error.
  mutating func next() -> Event? {
    if isEmptyElement {
      isEmptyElement = false
      return path.popLast().map { .end($0) }
    }
    while let first = rest.first {
      guard first == UInt8(ascii: "<") else {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[text.endIndex...]
        return .text(text)
      }
      if takes("<![CDATA[") {
        return take(to: "]]>").map { .literal($0) }
      } else if takes("<!--") {
        guard take(to: "-->") != nil else { return nil }
      } else if takes("<?") {
        guard take(to: "?>") != nil else { return nil }
      } else if takes("<!") {
        guard skipDocumentType() else { return nil }
      } else if takes("</") {
        let name = takeName()
        guard take(to: ">") != nil, let open = path.popLast(), open == name else { break }
        return .end(name)
      } else {
        rest = rest.dropFirst()
        return start()
      }
    }
    rest = []
    return nil
  }

  private mutating func start() -> Event? {
    let name = takeName()
    guard !name.isEmpty, path.count < Self.maximumDepth, skipAttributes() else {
      rest = []
      return nil
    }
    path.append(name)
    return .start
  }

  /// The local name at the beginning of the rest; empty if there is none.
  private mutating func takeName() -> ArraySlice<UInt8> {
    let name = rest.prefix { !Self.isSpace($0) && !Self.delimiters.contains($0) }
    rest = rest[name.endIndex...]
    return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }

  /// Skips all up to the end of a tag. A value in quotes may contain `>`.
  private mutating func skipAttributes() -> Bool {
    var last: UInt8 = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: ">"):
        isEmptyElement = last == UInt8(ascii: "/")
        return true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = rest.firstIndex(of: byte) else { return false }
        rest = rest[(end + 1)...]
      default: break
      }
      last = byte
    }
    return false
  }

  /// Skips `DOCTYPE … [ … ] >`, or enough of it that the rest is harmless text.
  private mutating func skipDocumentType() -> Bool {
    let head = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    rest = rest[head.endIndex...]
    if rest.first == UInt8(ascii: "["), take(to: "]") == nil { return false }
    return take(to: ">") != nil
  }

  private mutating func takes(_ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { prefix in
      guard rest.starts(with: prefix) else { return false }
      rest = rest.dropFirst(prefix.count)
      return true
    }
  }

  /// Takes everything up to and including `mark`; without one, takes the rest and returns `nil`.
  private mutating func take(to mark: StaticString) -> ArraySlice<UInt8>? {
    mark.withUTF8Buffer { mark in
      var end = rest.startIndex
      while let found = rest[end...].firstIndex(of: mark[0]) {
        if rest[found...].starts(with: mark) {
          defer { rest = rest[(found + mark.count)...] }
          return rest[..<found]
        }
        end = found + 1
      }
      rest = []
      return nil
    }
  }

  // MARK: Text

  /// `text` with its references resolved to UTF-8, if they are numbers or one of XML's five names.
  static func resolved(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      bytes += rest[..<mark]
      let name = rest[(mark + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
      if rest[name.endIndex...].first == UInt8(ascii: ";"), let meant = meaning(of: name) {
        bytes += meant
        rest = rest[(name.endIndex + 1)...]
      } else {
        bytes.append(UInt8(ascii: "&"))
        rest = rest[(mark + 1)...]
      }
    }
    return bytes + rest
  }

  /// `bytes` without white space around them.
  static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let text = bytes.drop(while: isSpace)
    return text.lastIndex { !isSpace($0) }.map { text[...$0] } ?? []
  }

  private static func meaning(of name: ArraySlice<UInt8>) -> [UInt8]? {
    if name.first == UInt8(ascii: "#") {
      let number = name.dropFirst()
      let isHexadecimal = number.first == UInt8(ascii: "x")
      let digits = String(decoding: isHexadecimal ? number.dropFirst() : number, as: UTF8.self)
      guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), let scalar = Unicode.Scalar(value)
      else { return nil }
      return Array(String(scalar).utf8)
    }
    return entities.first { name.elementsEqual($0.name.utf8) }.map { [$0.byte] }
  }

  private static let entities: [(name: String, byte: UInt8)] = [
    ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
    ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
  ]

  private static let delimiters = Array("<>/=\"'".utf8)

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
