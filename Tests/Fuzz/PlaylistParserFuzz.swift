import MeditationText
import SystemPackage

/// Called by libFuzzer with one input after another, on the main thread.
///
/// Compiled together with the parser, which has nothing public.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let playlist = Array(UnsafeBufferPointer(start: bytes, count: count))
  var names = FolderNames()
  for kind in PlaylistKind.allCases {
    let entries = PlaylistParser.parse(playlist, kind)
    precondition(entries.count <= count)
    for entry in entries {
      switch entry.location {
      case .file(let path):
        precondition(!path.isEmpty && !path.contains(0), "\(path)")
        _ = PlaylistPath.resolve(path, in: "/nowhere", &names)
      case .stream(let address):
        precondition(!address.isEmpty)
      }
      precondition(entry.trackCount > 0)
      precondition(entry.hint?.duration.map { $0 > .zero } ?? true)
      for text in [entry.hint?.title, entry.hint?.artist] {
        let clean = CleanText.clean(text ?? "")
        precondition(CleanText.clean(clean) == clean, "\(clean)")
        precondition(clean.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      }
    }
  }
  return 0
}
