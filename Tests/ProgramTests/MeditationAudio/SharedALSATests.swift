import MeditationTestSupport
import Testing

/// Two of libao's drivers use ALSA's library. Opened at the same time, they crash about once in a
/// thousand runs, because one copies the configuration that the other one has read.
@Suite("Drivers that share ALSA", .waiting) struct SharedALSATests {
  /// Stands in for what both call in ALSA: takes a while, and ends the program if called meanwhile.
  private static let alsa = """
    #include <errno.h>
    #include <stdatomic.h>
    #include <stdlib.h>
    #include <unistd.h>
    static atomic_int callCount;
    static int fail(void) {
      if (atomic_fetch_add(&callCount, 1) > 0) abort();
      usleep(20000);
      atomic_fetch_sub(&callCount, 1);
      return -ENODEV;
    }
    int snd_config_copy(void **copy, void *config) { return fail(); }
    int snd_pcm_open(void **pcm, char *name, int stream, int mode) { return fail(); }
    """

  @Test("they are opened one after the other", .needs("clang"))
  func list() throws {
    let workspace = try Workspace()
    let drivers = try workspace.start(
      "drivers", environment: workspace.environment(preloading: Self.alsa)
    ).finish(code: 0)
    for driver in ["alsa ", "sndio "] {
      #expect(drivers.said.contains(driver))
    }
  }
}
