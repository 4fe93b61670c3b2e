import Glibc
import MeditationEngine
import MeditationPlan
import SystemPackage

/// Called by libFuzzer with one input after another, on the main thread.
///
/// Compiled together with the parsers, which have nothing public. They read a file, which is in memory.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let path = FilePath("/dev/shm/meditate-fuzz-\(getpid())")
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let file = written(input, to: path) else { return 0 }
  let size = Int64(count)
  for isCounting in [true, false] {
    let extent = SoundExtent(of: file, isCounting: isCounting)
    precondition(extent.range.lowerBound >= 0 && extent.range.upperBound <= size)
    precondition(extent.range.contains(extent.end) || extent.end == extent.range.upperBound)
    precondition(extent.factor >= 1 && extent.frameCount ?? 0 >= 0)
    for (offset, bytes) in extent.corrections {
      precondition(offset >= 0 && offset + Int64(bytes.count) <= size)
    }
    precondition(extent.lack?.frames(beside: 1_000) ?? 0 >= 0)
    let links = SoundExtent.links(of: file, isCounting: isCounting).map(\.range)
    precondition(links.allSatisfy { !$0.isEmpty || extent.range.isEmpty })
    precondition(zip(links, links.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
  }
  let tags = RawTags(input, of: file)
  _ = tags.completing(Tags())
  for level in [Level.on, .album] {
    if let loudness = tags.loudness(at: level)?.loudness {
      precondition(loudness.integrated.isFinite && loudness.truePeak.isFinite)
    }
  }
  let start = FileStart(file)
  _ = start.refusal(named: Array("a.mp3".utf8), AudioFormats(hasFFmpeg: false))
  _ = VorbisHeaders(file)
  _ = MP4Header(file)
  _ = MP4Header.isCutOff(file)
  _ = MusepackHeader(input)
  return 0
}

/// A file with `input` that no folder has.
private func written(_ input: [UInt8], to path: FilePath) -> SongFile? {
  guard
    let new = try? FileDescriptor.open(
      path, .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
  else { return nil }
  defer { try? new.close() }
  guard (try? new.writeAll(toAbsoluteOffset: 0, input)) == input.count else { return nil }
  defer { _ = path.withPlatformString { unlink($0) } }
  return try? SongFile(path)
}
