import MeditationLanguage

/// Called by libFuzzer with one input after another, on the main thread.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    _ = try ScriptParser.parse(UnsafeBufferPointer(start: bytes, count: count))
  } catch {
    for line in error.lines {
      let message = line.message.unicodeScalars
      precondition(message.count < 200 && message.allSatisfy { $0.value >= 0x20 }, "\(message)")
    }
  }
  return 0
}
