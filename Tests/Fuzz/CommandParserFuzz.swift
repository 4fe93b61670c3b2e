import MeditationLanguage
import MeditationPlan

/// Called by libFuzzer with one input after another, on the main thread.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let line = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  _ = Commands.completions(of: line)
  _ = try? IdentifiedCommand.split(line)
  do {
    let command = try CommandParser.parse(line)
    if case .plan(let steps) = command {
      let again = try? CommandParser.parse(PlanText.line(of: steps))
      precondition(again == command, "\(command)")
    }
  } catch {
    let message = error.description.unicodeScalars
    precondition(message.count < 200 && message.allSatisfy { $0.value >= 0x20 }, "\(message)")
  }
  return 0
}
