import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl

/// Programs that speak, well or badly. Each is a shell script that gets the sentence as its input.
@Suite("A program that speaks") struct SpeechProgramTests {
  /// WAV of `size` bytes of sound, whose headers claim to be much longer, as those of a pipe do.
  static let wave =
    #"printf 'RIFF\377\377\377\177WAVEfmt \020\0\0\0\001\0\001\0\104\254\0\0\210\130\1\0\002\0\020\0data\377\377\377\177'"#

  private let folder = TemporaryFolder()

  private func program(
    _ script: String, time: Duration = .seconds(20), size: Int = 1 << 20
  ) -> SpeechProgram {
    SpeechProgram(
      words: ["/bin/sh", "-c", script], cache: folder.path, limits: (time: time, size: size))
  }

  private func speak(_ sentence: String, by program: SpeechProgram) throws -> [UInt8] {
    try program.speak(sentence) { false }
    let file = try FileDescriptor.open(program.file(of: sentence), .readOnly)
    defer { try? file.close() }
    return try [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  @Test("reads the sentence, never on a command line, and its WAV is completed")
  func sentence() throws {
    let sentence = "$(rm -rf x); 'Let' \"it\" -settle | ä"
    let bytes = try speak(sentence, by: program(Self.wave + "; cat"))
    #expect(bytes[44...].elementsEqual((sentence + "\n").utf8))
    let length = UInt8(sentence.utf8.count + 1)
    #expect(bytes[40..<44].elementsEqual([length, 0, 0, 0]))
    #expect(bytes[4..<8].elementsEqual([length + 36, 0, 0, 0]))
  }

  @Test("a pause in a sentence is silence between what is spoken before it and after it")
  func pause() throws {
    let program = program(Self.wave + "; cat")
    let bytes = try speak("ab [pause 1s] cde", by: program)
    let silence = [UInt8](repeating: 0, count: 88_200)
    #expect(bytes[44...].elementsEqual(Array("ab".utf8) + silence + Array("cde\n".utf8)))
    #expect(SpokenWave.completed(bytes) == bytes)
    let first = try speak("[pause 1s] ab", by: program)
    #expect(first[44...].elementsEqual(silence + Array("ab".utf8)))
    let other = try speak("[in brackets]", by: program)
    #expect(other[44...].elementsEqual("[in brackets]\n".utf8))
  }

  @Test("what it spoke is found by command and sentence, and by nothing else")
  func key() {
    let files = [("a", "x"), ("a", "y"), ("b", "x"), ("ax", ""), ("", "ax")].map {
      program($0).file(of: $1)
    }
    #expect(Set(files).count == files.count)
    #expect(program("a").file(of: "x") == files[0])
  }

  @Test(
    "each failure is a clause",
    arguments: [
      ("exit 3", "'/bin/sh' failed with exit code 3"),
      ("kill -9 $$", "'/bin/sh' was ended by signal 9"), ("true", "'/bin/sh' wrote no WAV"),
      ("echo sorry", "'/bin/sh' wrote no WAV"),
      (wave, "'/bin/sh' wrote no WAV"), ("printf RIFF0000WAVE", "'/bin/sh' wrote no WAV"),
      (
        "head -c 1100000 /dev/zero", "'/bin/sh' wrote more than 1 MB for one sentence"
      ), ("cat /dev/zero", "'/bin/sh' wrote more than 1 MB for one sentence"),
      (wave + "; sleep 1000", "'/bin/sh' took longer than 1 seconds for one sentence"),
      ("exec >&-; sleep 1000", "'/bin/sh' took longer than 1 seconds for one sentence"),
    ])
  func failures(script: String, reason: String) {
    #expect(throws: SpeechProgram.Failure(reason: reason)) {
      try speak("Breathe.", by: program(script, time: .seconds(1)))
    }
  }

  @Test("one that is not there, and a folder that cannot be written")
  func missing() {
    let absent = SpeechProgram(words: ["/nowhere/say"], cache: folder.path)
    #expect(
      throws: SpeechProgram.Failure(
        reason: "'/nowhere/say' cannot be started: No such file or directory")
    ) { try absent.speak("Breathe.") { false } }
    let homeless = SpeechProgram(words: ["/bin/sh", "-c", Self.wave + "; cat"], cache: "/dev/null")
    #expect(
      throws: SpeechProgram.Failure(
        reason: "/dev/null/speech cannot be written: Not a directory")
    ) { try homeless.speak("Breathe.") { false } }
  }

  @Test("is killed with all that it started when it is not wanted any more")
  func stop() throws {
    var questionCount = 0
    #expect(throws: SpeechProgram.Failure(reason: "'/bin/sh' was stopped")) {
      try program("sleep 1000").speak("Breathe.") {
        questionCount += 1
        return questionCount > 2
      }
    }
  }
}
