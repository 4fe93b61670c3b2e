import Glibc

/// The limits of `ulimit` and containers. If one is too low, libraries end the program, or hang.
package enum SystemLimits {
  /// True if `count` more threads can be started.
  package static func allowThreads(_ count: Int) -> Bool {
    // All stacks are one mapping: one for each takes longer than starting its thread.
    let stackSize = 64 << 10
    let stacks = UnsafeMutableRawPointer.allocate(byteCount: count * stackSize, alignment: 4096)
    defer { stacks.deallocate() }
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    var gate = pthread_mutex_t()
    pthread_mutex_init(&gate, nil)
    defer { pthread_mutex_destroy(&gate) }
    return withUnsafeMutablePointer(to: &gate) { gate in
      pthread_mutex_lock(gate)
      let threads = (0..<count).compactMap { number in
        var thread = pthread_t()
        pthread_attr_setstack(attributes, stacks + number * stackSize, stackSize)
        // Allocates nothing: a thread's first allocation creates an arena, which takes longer than
        // starting the thread.
        let status = pthread_create(
          &thread, attributes,
          { gate in
            let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self)
            if let gate, pthread_mutex_lock(gate) == 0 { pthread_mutex_unlock(gate) }
            return nil
          }, gate)
        return status == 0 ? thread : nil
      }
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      return threads.count == count
    }
  }

  /// True if `byteCount` bytes can be mapped, as address space or, as for stacks, to be written.
  ///
  /// Source: getrlimit(2): RLIMIT_DATA counts writable mappings only.
  package static func allowMemory(_ byteCount: Int, isWritable: Bool = false) -> Bool {
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_NONE
    let memory = mmap(
      nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, byteCount)
    return true
  }

  /// True if the stack of each new thread has at least `byteCount` bytes.
  /// Source: pthread_create(3): its size is the stack limit at the program's start.
  package static func allowStack(_ byteCount: Int) -> Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) != 0
      || limit.rlim_cur >= byteCount
  }

  /// True if `count` more files can be opened.
  package static func allowFiles(_ count: Int) -> Bool {
    let root = open("/", O_RDONLY | O_CLOEXEC)
    guard root >= 0 else { return false }
    var files = [root]
    while files.count < count {
      let copy = fcntl(root, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { break }
      files.append(copy)
    }
    for file in files { close(file) }
    return files.count == count
  }
}
