import Foundation
import MeditationAudio
import MeditationEngine
import SystemPackage
import Testing

/// Every decoder over everything that happens to files: tags around the sound, missing ends, false
/// headers, and files that were joined.
struct SoundMatrixTests {
  enum Change: String, CaseIterable, Sendable {
    case none, tagInFront, tagBehind, tagsAround, cover, cut, fourfold, quarter, zero, joined
  }

  /// The right result.
  enum Expected: Sendable {
    /// Heard without a fault, for so many lengths of the sound.
    case whole(Double)
    /// A third of the bytes is heard, and the rest is said to be missing; `false` if nobody knows how
    /// much.
    case cut(isCounted: Bool)
    /// All is heard, and so many of its lengths are said to be missing.
    case missing(Double)
    /// The change makes no sense for such a file, for this reason.
    case senseless(String)
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    /// Makes `a.NAME` from `s.wav`.
    var make: String
    /// Where a header claims how much follows, found by what stands before it.
    var claim: Claim?
    var expected: @Sendable (Change) -> Expected
    var testDescription: String { name }
  }

  /// A number in a header.
  struct Claim: Sendable {
    var mark: [UInt8]
    /// From the beginning of the mark.
    var offset: Int
    var count: Int
    var isBigEndian = true

    /// Multiplies the number by `factor`.
    func scale(_ bytes: inout [UInt8], by factor: Double) throws {
      let start = try #require(
        bytes.indices.first { bytes[$0...].starts(with: mark) }, "\(mark)")
      let places = (start + offset)..<(start + offset + count)
      let ordered = isBigEndian ? Array(places) : places.reversed()
      let old = ordered.reduce(0) { $0 << 8 | Int(bytes[$1]) }
      let new = Int(Double(old) * factor)
      for (index, place) in ordered.reversed().enumerated() {
        bytes[place] = UInt8(truncatingIfNeeded: new >> (8 * index))
      }
    }
  }

  /// The sound ends where the size of its chunk says: players stop there, and so do we. The rest belongs
  /// to something else, such as the other file that was joined.
  private static let chunks: @Sendable (Change) -> Expected = { change in
    switch change {
    case .none, .tagInFront, .tagBehind, .tagsAround, .cover, .joined: .whole(1)
    case .cut: .cut(isCounted: true)
    case .fourfold: .missing(3)
    case .quarter: .whole(0.25)
    // A recorder lost its power, or a program wrote to a pipe.
    case .zero: .whole(1)
    }
  }

  /// The length is that of the last page.
  private static let pages: @Sendable (Change) -> Expected = { change in
    switch change {
    case .none, .tagInFront, .tagBehind, .tagsAround, .cover: .whole(1)
    case .cut: .cut(isCounted: false)
    case .fourfold, .quarter, .zero: .senseless("no header claims a length")
    case .joined: .whole(2)
    }
  }

  static let kinds: [Kind] = [
    Kind(
      name: "wav", make: "cp s.wav a.wav",
      claim: Claim(mark: Array("data".utf8), offset: 4, count: 4, isBigEndian: false),
      expected: chunks),
    Kind(
      name: "aiff", make: "sox -D s.wav a.aiff",
      claim: Claim(mark: Array("SSND".utf8), offset: 4, count: 4), expected: chunks),
    Kind(
      name: "au", make: "sox -D s.wav a.au",
      claim: Claim(mark: Array(".snd".utf8), offset: 8, count: 4), expected: chunks),
    Kind(
      name: "caf", make: "ffmpeg -v error -i s.wav a.caf",
      claim: Claim(mark: Array("data".utf8), offset: 4, count: 8), expected: chunks),
    Kind(
      name: "flac", make: "flac -s s.wav -o a.flac",
      claim: Claim(mark: Array("fLaC".utf8), offset: 22, count: 4),
      expected: { change in
        switch change {
        case .cut: .cut(isCounted: true)
        case .joined: .senseless("FLAC has no chains")
        default: .whole(1)
        }
      }),
    Kind(name: "ogg", make: "oggenc -Q -s 1 s.wav -o a.ogg", expected: pages),
    Kind(name: "opus", make: "opusenc --quiet --serial 1 s.wav a.opus", expected: pages),
    Kind(name: "oga", make: "flac -s --ogg --serial-number=1 s.wav -o a.oga", expected: pages),
    Kind(
      name: "mp3", make: "lame --quiet -V 4 s.wav a.mp3",
      claim: Claim(mark: Array("Xing".utf8), offset: 8, count: 4),
      expected: { change in
        switch change {
        case .cut: .cut(isCounted: true)
        case .joined: .whole(2)
        default: .whole(1)
        }
      }),
    Kind(
      name: "aac", make: "ffmpeg -v error -i s.wav a.aac",
      expected: { change in
        switch change {
        case .cut: .senseless("frames follow each other until there are no more")
        case .fourfold, .quarter, .zero: .senseless("no header claims a length")
        case .joined: .whole(2)
        default: .whole(1)
        }
      }),
  ]

  private static func change(_ sound: [UInt8], _ kind: Kind, _ change: Change) throws -> [UInt8] {
    var bytes = sound
    switch change {
    case .none: break
    case .tagInFront: bytes = id3(pictureSize: 100) + bytes
    case .tagBehind: bytes += ape + id3v1
    case .tagsAround: bytes = id3(pictureSize: 100) + bytes + ape + id3v1
    case .cover: bytes = id3(pictureSize: 1_000_000) + bytes
    case .cut: bytes.removeLast(bytes.count * 2 / 3)
    case .fourfold: try kind.claim?.scale(&bytes, by: 4)
    case .quarter: try kind.claim?.scale(&bytes, by: 0.25)
    case .zero: try kind.claim?.scale(&bytes, by: 0)
    case .joined: bytes += bytes
    }
    return bytes
  }

  /// An ID3v2 tag with a picture.
  private static func id3(pictureSize: Int) -> [UInt8] {
    let body =
      [0] + Array("image/jpeg".utf8) + [0, 3, 0, 0xFF, 0xD8]
      + [UInt8](repeating: 0x71, count: pictureSize)
    let size = (0..<4).map { UInt8(body.count >> (24 - 8 * $0) & 0xFF) }
    let frame = Array("APIC".utf8) + size + [0, 0] + body
    let seven = (0..<4).map { UInt8(frame.count >> (21 - 7 * $0) & 0x7F) }
    return Array("ID3".utf8) + [3, 0, 0] + seven + frame
  }

  private static let ape: [UInt8] = {
    let item = [5, 0, 0, 0, 0, 0, 0, 0] + Array("Title".utf8) + [0] + Array("Ocean".utf8)
    func edge(_ flags: UInt8) -> [UInt8] {
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(item.count + 32), 0, 0, 0, 1, 0, 0, 0]
        + [0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
    }
    return edge(0xA0) + item + edge(0x80)
  }()
  private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

  @Test("each change is heard and told as what it is", arguments: kinds)
  func matrix(kind: Kind) throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 4 pinknoise vol 0.4; \(kind.make)")
    let name = "a.\(kind.name)"
    let sound = [UInt8](try Data(contentsOf: shop.folder.appendingPathComponent(name)))
    // Encoders of MP3 and AAC add a part of a second, and frames overlap where files were joined.
    let slack = ["mp3", "aac"].contains(kind.name) ? 0.12 : kind.name == "ogg" ? 0.01 : 0.001
    for change in Change.allCases {
      let expected = kind.expected(change)
      if case .senseless = expected { continue }
      try Data(Self.change(sound, kind, change))
        .write(to: shop.folder.appendingPathComponent("m.\(kind.name)"))
      let report = try SystemDecoders().decode(shop.path("m.\(kind.name)"))
      let seconds = report.length / .seconds(1)
      let comment: Comment = "\(kind.name), \(change): \(report)"
      #expect(report.gaps.isEmpty, comment)
      switch expected {
      case .whole(let factor):
        #expect(abs(seconds - 4 * factor) <= slack * max(factor, 1), comment)
        #expect(report.ending == .whole, comment)
      case .cut(let isCounted):
        #expect((0.2...1.5).contains(seconds), comment)
        guard case .cutOff(let missing) = report.ending else {
          Issue.record(comment)
          continue
        }
        if isCounted {
          #expect(abs(seconds + (missing ?? .zero) / .seconds(1) - 4) < 0.2, comment)
        } else {
          #expect(missing == nil, comment)
        }
      case .missing(let factor):
        #expect(abs(seconds - 4) <= slack, comment)
        guard case .cutOff(let missing?) = report.ending else {
          Issue.record(comment)
          continue
        }
        #expect(abs(missing / .seconds(1) - 4 * factor) < 0.01, comment)
      case .senseless: break
      }
    }
  }
}
