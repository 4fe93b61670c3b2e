/// The next step of a prefetcher.
enum DecoderTask {
  /// Nothing to do: wait for the wake signal. In silence, files are closed.
  case rest(isSilent: Bool)
  /// Begin this job in place of the one before.
  case begin(DecodeJob)
  /// Decode into this storage.
  case fill([UInt8])
  /// Exit: another prefetcher has taken over, or the engine shuts down.
  case exit
}
