import Glibc
import SystemPackage

/// The program under test.
enum Meditate {
  /// `$MEDITATE`, to test a release build; otherwise the program built with the tests, in the same
  /// folder.
  static var path: FilePath {
    get throws {
      let named = getenv("MEDITATE").map { FilePath(platformString: $0) }
      let path = try named ?? runner.removingLastComponent().appending("meditate")
      guard path.withPlatformString({ access($0, X_OK) }) == 0 else {
        throw Missing(path: path)
      }
      return path
    }
  }

  /// The executable of the tests.
  private static var runner: FilePath {
    get throws {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink("/proc/self/exe", &buffer, Int(PATH_MAX)) > 0 else {
        throw Errno(rawValue: errno)
      }
      return FilePath(platformString: buffer)
    }
  }

  struct Missing: Error {
    let path: FilePath
  }
}
