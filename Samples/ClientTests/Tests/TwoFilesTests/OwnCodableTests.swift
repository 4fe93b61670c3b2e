import Foundation
import GaplessAudio
import Testing

/// A setting of a client, which is decoded by the standard library.
private struct Volume: Decodable {
  var percent: Int

  init(from decoder: any Decoder) throws {
    percent = try decoder.singleValueContainer().decode(Int.self)
    guard 0...100 ~= percent else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no percent"))
    }
  }
}

@Suite("A client that decodes values of its own") struct OwnCodableTests {
  @Test("names 'Decoder' and 'DecodingError' of the standard library")
  func decoding() throws {
    let volumes = try JSONDecoder().decode([Volume].self, from: Data("[40, 100]".utf8))
    #expect(volumes.map(\.percent) == [40, 100])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Volume.self, from: Data("101".utf8))
    }
  }
}
