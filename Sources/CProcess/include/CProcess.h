// What Swift does not see of glibc and Linux: functions that need _GNU_SOURCE, and system calls.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdint.h>

/// Makes a pipe above the standard descriptors, which no other child inherits.
///
/// Returns 0, or an errno. `ends` are the one to read and the one to write.
int process_pipe(int ends[2]);

/// Adds the closing of all descriptors from `first` on. Returns 0, or an errno.
int process_close_from(posix_spawn_file_actions_t *actions, int first);

/// Asks for turns of so many nanoseconds for the calling thread, and those that it starts.
///
/// A thread with short turns is let run sooner when it wakes; any user may ask. Linux before 6.12
/// ignores it. Returns 0, or an errno. Source: sched_setattr(2), `sched_runtime` with SCHED_OTHER.
int process_set_turn(uint64_t nanoseconds);

#endif
