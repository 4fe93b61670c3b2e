#define _GNU_SOURCE

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
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

int process_set_turn(uint64_t nanoseconds) {
  // Source: linux/sched/types.h, SCHED_ATTR_SIZE_VER0. glibc 2.36 has neither the type nor the calls.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = 0};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return errno;
  attributes.size = sizeof attributes;
  attributes.runtime = nanoseconds;
  return syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 ? 0 : errno;
}
