import Foundation

/// The resources that this process uses.
struct Footprint {
  var descriptorCount = 0
  var threadCount = 0
  /// Kilobytes of memory in use.
  var memory = 0

  /// True if a sanitizer is linked in, which keeps freed memory and notes of its own.
  static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
    dlsym(nil, name) != nil
  }

  /// The current use. Source: proc_pid_status(5).
  init() throws {
    descriptorCount = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") {
      let number = line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
      if line.hasPrefix("Threads:") { threadCount = number }
      if line.hasPrefix("VmRSS:") { memory = number }
    }
  }
}
