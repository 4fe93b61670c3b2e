import Glibc

/// ALSA's plugin that plays to a PulseAudio server.
enum AlsaPlugin {
  /// In libasound2-plugins.
  static let isInstalled = ["x86_64", "aarch64"].contains {
    access("/usr/lib/\($0)-linux-gnu/alsa-lib/libasound_module_pcm_pulse.so", R_OK) == 0
  }
}
