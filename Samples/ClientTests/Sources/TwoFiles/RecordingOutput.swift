import GaplessAudio

/// Hands what is played to its recording.
final class RecordingOutput: Output {
  let format: OutputFormat
  private let recording: Recording

  init(_ format: OutputFormat, recording: Recording) {
    self.format = format
    self.recording = recording
  }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) { recording.append(frames) }
}
