import MeditationLanguage

/// Called by libFuzzer with one input after another, on the main thread.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let script = UnsafeBufferPointer(start: bytes, count: count)
    for line in try ScriptParser.parse(script) {
      let again = try? ScriptParser.parse(line.statement.description.utf8)
      precondition(again?.map(\.statement) == [line.statement], "\(line.statement)")
    }
  } catch {
    for line in error.lines {
      let message = line.message.unicodeScalars
      precondition(message.count < 200 && message.allSatisfy { $0.value >= 0x20 }, "\(message)")
    }
  }
  return 0
}
