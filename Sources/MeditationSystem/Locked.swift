import Glibc

/// A value that one thread at a time can use. Copies share the same value.
///
/// It locks a pthread mutex, which ThreadSanitizer understands; it reports a race at each use of
/// `Synchronization.Mutex` of Swift 6.3 on Linux. Value and mutex are one allocation, because POSIX
/// leaves the use of a copied mutex undefined.
///
/// Inlinable: an uncontended lock takes 9 ns when inlined into other modules, and 18 ns otherwise.
///
/// This is the program's only `@unchecked Sendable`: all access to the value is through `withLock`,
/// and the compiler cannot see what a mutex does.
package struct Locked<Value: Sendable>: @unchecked Sendable {
  @usableFromInline
  final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    @inlinable
    deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
  }

  @usableFromInline
  let storage: ManagedBuffer<Value, pthread_mutex_t>

  @inlinable
  package init(_ value: Value) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { mutex in
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if DEBUG
          // Locking twice on one thread would otherwise wait for ever.
          pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        #endif
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
      }
      return value
    }
  }

  /// Calls `body` with the value, which it may change.
  ///
  /// Blocks while another thread uses the value. `body` must not call `withLock` of the same value,
  /// and must not let the value escape.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { value, mutex throws(Failure) in
      let status = pthread_mutex_lock(mutex)
      precondition(status == 0, "locked twice on one thread")
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }

  /// Sets the value, and returns the old one.
  @inlinable
  package func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
