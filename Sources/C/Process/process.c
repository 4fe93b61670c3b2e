#define _GNU_SOURCE

#include "CMeditationProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int process_pipe(int ends[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) < 0) return errno;
  int result = 0;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 3);
    if (ends[i] < 0) result = errno;
    close(low[i]);
  }
  if (result != 0) {
    for (int i = 0; i < 2; i++) if (ends[i] >= 0) close(ends[i]);
  }
  return result;
}

int process_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
