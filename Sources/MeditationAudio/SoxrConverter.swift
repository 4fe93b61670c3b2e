import CMeditationSoxr
import MeditationEngine

package struct SoxrConverters: RateConverterMaker {
  package init() {}

  package func makeConverter(
    from inputRate: Int, to outputRate: Int, channelCount: Int
  ) throws(SongDecodingError) -> any RateConverter {
    try SoxrConverter(from: inputRate, to: outputRate, channelCount: channelCount)
  }
}

/// Converts the sample rate by libsoxr, as MPD does by default (source: MPD, `SoxrResampler.cxx`).
///
/// Its quality "HQ" is meant for 20 bits: the pass band reaches 91 % of the lower rate's half, and
/// what lies beyond that half is below -120 dB (measured by the tests). The phase is linear, and
/// libsoxr itself cuts the filter's delay off at both ends of a run.
final class SoxrConverter: RateConverter {
  /// How many frames one call may give.
  private static let room = 4096

  /// Open from `init` to `deinit`; never leaves this class.
  private let handle: OpaquePointer
  private let channelCount: Int
  /// Room for the output of one call; reused.
  private var scratch: [Float]
  /// True if the run has begun.
  private var hasInput = false

  init(from inputRate: Int, to outputRate: Int, channelCount: Int) throws(SongDecodingError) {
    var format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var quality = soxr_quality_spec(UInt(SOXR_HQ) | UInt(SOXR_LINEAR_PHASE), 0)
    // One thread: a conversion takes some thousandths of the time that it lasts.
    var runtime = soxr_runtime_spec(1)
    // The smallest blocks hold back at most 10 ms of music instead of 20, at no more cost.
    runtime.log2_min_dft_size = 8
    runtime.log2_large_dft_size = 8
    var error: soxr_error_t?
    let handle = soxr_create(
      Double(inputRate), Double(outputRate), UInt32(channelCount), &error, &format, &quality,
      &runtime)
    guard let handle else {
      throw SongDecodingError(
        from: inputRate, to: outputRate,
        cause: error.map { String(cString: $0) } ?? "libsoxr gives no reason")
    }
    self.handle = handle
    self.channelCount = channelCount
    scratch = [Float](repeating: 0, count: Self.room * channelCount)
  }

  deinit { soxr_delete(handle) }

  func convert(_ input: [Float], into output: inout [Float]) {
    guard !input.isEmpty else { return }
    hasInput = true
    input.withUnsafeBufferPointer { frames in
      var rest = frames[...]
      var isComplete = false
      while !isComplete {
        let done = process(UnsafeBufferPointer(rebasing: rest), into: &output)
        rest = rest.dropFirst(done.read * channelCount)
        isComplete = rest.isEmpty && done.written < Self.room || done == (0, 0)
      }
    }
  }

  func finish(into output: inout [Float]) {
    guard hasInput else { return }
    hasInput = false
    while process(nil, into: &output).written > 0 {}
    soxr_clear(handle)
  }

  /// Passes `input` to libsoxr, where `nil` ends the run, and appends to `output` what comes out.
  /// Returns how many frames were read and written; a call may leave some of either. It cannot fail
  /// but for lack of memory, and then gives nothing (source: libsoxr, `soxr.c`).
  private func process(
    _ input: UnsafeBufferPointer<Float>?, into output: inout [Float]
  ) -> (read: Int, written: Int) {
    let count = (input?.count ?? 0) / channelCount
    var (read, written) = (0, 0)
    scratch.withUnsafeMutableBufferPointer { room in
      _ = soxr_process(
        handle, input?.baseAddress, count, &read, room.baseAddress, Self.room, &written)
      output.append(contentsOf: room[..<(written * channelCount)])
    }
    return (read, written)
  }
}
