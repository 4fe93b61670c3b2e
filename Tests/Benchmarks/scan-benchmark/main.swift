import SongCache
import SongLibrary
import SystemAudio
import SystemPackage

// Usage: scan-benchmark CACHE-FOLDER PATH...
// Reads songs as a start of the program does, and says how many there are.
let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
let cache = SongCache.open(in: paths.first, reader: SndfileOpener.version)
if let diagnostic = cache.diagnostic { print(diagnostic) }
let library = SongLibrary(opener: SndfileOpener(), memory: { cache.memory })
let contents = library.read(Array(paths.dropFirst()))
print("\(contents.songs.count) songs, \(contents.skipped.count) left out")
