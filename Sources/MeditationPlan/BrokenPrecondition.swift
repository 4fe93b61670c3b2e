/// Stops the program because its caller broke a precondition, and prints which one. `precondition`
/// prints no message in an optimized build.
package func stopForBrokenPrecondition(_ reason: String) -> Never { fatalError(reason) }
