import Glibc
import MeditationSystem
import SystemPackage
import Testing

@Suite("What the system says, for people") struct WordingTests {
  @Test(
    "an error is a clause, which tells reading from writing",
    arguments: [
      (.noSuchFileOrDirectory, "the file does not exist", "the folder does not exist"),
      (
        .permissionDenied, "you do not have permission to read it",
        "you do not have permission to write it"
      ),
      (.ioError, "the disk cannot be read", "the disk cannot be written"),
      (.isDirectory, "it is a folder, not a file", "it is a folder, not a file"),
      (.tooManyOpenFiles, "too many files are open", "too many files are open"),
      (.fileNameTooLong, "its path is too long", "its path is too long"),
      (.noSuchAddressOrDevice, "it is not a regular file", "it is not a regular file"),
    ] as [(Errno, String, String)])
  func errors(error: Errno, reading: String, writing: String) {
    #expect(ErrnoClause.reading(error) == reading)
    #expect(ErrnoClause.writing(error) == writing)
  }

  @Test("a full and a read-only disk are told when writing, and what is unknown has its number")
  func writing() {
    for error in [Errno.noSpace, .diskQuotaExceeded] {
      #expect(ErrnoClause.writing(error) == "the disk is full")
    }
    #expect(ErrnoClause.writing(Errno.readOnlyFileSystem) == "the disk is read-only")
    #expect(ErrnoClause.writing(Errno.badFileDescriptor) == "it is closed")
    #expect(ErrnoClause.reading(Errno.brokenPipe).hasPrefix("the file cannot be read ("))
    struct Other: Error {}
    #expect(ErrnoClause.reading(Other()) == "the file cannot be read")
    #expect(ErrnoClause.writing(Other()) == "the file cannot be written")
  }

  @Test(
    "text whose encoding nothing states is UTF-8, cut off or not, or else Windows-1252",
    arguments: [
      ([], ""), ([0x61], "a"), ([0xC3, 0xA9], "é"), ([0x61, 0xC3], "aÃ"),
      ([0xC3, 0xA9, 0xC3], "é"), ([0xC3, 0xA9, 0xE2, 0x82], "é"),
      ([0xC3, 0xA9, 0xF0, 0x9F, 0x98], "é"), ([0xE9], "é"), ([0x80, 0x61], "€a"),
      ([0x9F], "Ÿ"), ([0x81], "\u{FFFD}"), ([0xA0], "\u{A0}"), ([0xFF], "ÿ"),
      ([0xC3, 0xA9, 0xE9, 0x61], "Ã©éa"),
    ] as [([UInt8], String)])
  func texts(bytes: [UInt8], text: String) {
    #expect(UnmarkedText.decode(bytes[...]) == text)
  }

  @Test("paths are URLs, byte for byte")
  func urls() {
    #expect(PathName.url(of: "/a b/ä%#?.flac") == "file:///a%20b/%C3%A4%25%23%3F.flac")
    #expect(PathName.url(of: PathName.path([0x2F, 0xFF])) == "file:///%FF")
    #expect(PathName.url(of: "/A-z_0.9~") == "file:///A-z_0.9~")
    #expect(PathName.url(of: "a") == nil)
  }

  @Test("the clock of the day is that of the system, and no machine slept less than nothing")
  func time() {
    var before = timespec()
    clock_gettime(CLOCK_REALTIME, &before)
    let now = SystemTime.now
    var after = timespec()
    clock_gettime(CLOCK_REALTIME, &after)
    #expect((Duration.seconds(before.tv_sec)...Duration.seconds(after.tv_sec + 1)).contains(now))
    #expect(SystemTime.asleep > .seconds(-1))
  }
}
