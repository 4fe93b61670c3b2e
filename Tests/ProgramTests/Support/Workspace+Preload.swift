import SystemPackage

extension Workspace {
  /// The environment of a program in which the functions of `code`, in C, come before those of the
  /// same names in its libraries. Needs clang.
  func environment(
    preloading code: String, _ more: [String: String] = [:]
  ) throws -> [String: String] {
    try write("preload.c", code)
    try run("clang", ["-shared", "-fPIC", "-o", "preload.so", "preload.c"])
    let library = ["LD_PRELOAD": place("preload.so").string]
    return environment(adding: more.merging(library) { $1 })
  }
}
