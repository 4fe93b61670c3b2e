// The least that a Swift program can do: it loads the libraries of meditate, decodes with libsndfile
// and plays with libao.
import CMeditationAo
import CMeditationSndfile
import Glibc

guard CommandLine.arguments.count == 3 else { exit(64) }
var info = SF_INFO()
guard let song = sf_open(CommandLine.arguments[1], Int32(SFM_READ), &info) else { exit(66) }
ao_initialize()
var format = ao_sample_format()
format.bits = 16
format.rate = info.samplerate
format.channels = info.channels
format.byte_format = AO_FMT_NATIVE
let driver = ao_driver_id(CommandLine.arguments[2])
guard let device = ao_open_live(driver, &format, nil) else { exit(73) }
let channelCount = Int(info.channels)
var samples = [Int16](repeating: 0, count: 1024 * channelCount)
while true {
  let count = Int(sf_readf_short(song, &samples, 1024))
  guard count > 0 else { break }
  samples.withUnsafeMutableBytes {
    _ = ao_play(
      device, $0.bindMemory(to: CChar.self).baseAddress, UInt32(count * channelCount * 2))
  }
}
ao_close(device)
sf_close(song)
