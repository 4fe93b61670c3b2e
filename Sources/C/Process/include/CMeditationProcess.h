// Calls of glibc that Swift does not see, because they need _GNU_SOURCE.

#ifndef CMEDITATION_PROCESS_H
#define CMEDITATION_PROCESS_H

#include <spawn.h>

/// Makes a pipe above the standard descriptors, which no other child inherits.
///
/// Returns 0, or an errno. `ends` are the one to read and the one to write.
int process_pipe(int ends[2]);

/// Adds the closing of all descriptors from `first` on. Returns 0, or an errno.
int process_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
