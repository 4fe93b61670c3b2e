#include "CMeditationBus.h"
#include "interfaces.h"
#include "library.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

/// The milliseconds until `deadline`, in microseconds of the monotonic clock; -1 is for ever.
static int milliseconds_until(uint64_t deadline) {
  if (deadline == UINT64_MAX) return -1;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t time = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
  if (deadline <= time) return 0;
  uint64_t left = (deadline - time + 999) / 1000;
  return left > 1000000 ? 1000000 : (int)left;
}

int bus_wait(struct bus_player *player, int wake, bool reads) {
  struct pollfd polled[2] = {{.fd = wake, .events = POLLIN}, {.fd = -1}};
  int timeout = -1;
  int events = library.sd_bus_get_events(player->bus);
  if (events < 0) return events;
  if (!reads) events &= POLLOUT;
  if (events) {
    polled[1].fd = library.sd_bus_get_fd(player->bus);
    polled[1].events = (short)events;
  }
  if (reads) {
    uint64_t deadline = UINT64_MAX;
    if (library.sd_bus_get_timeout(player->bus, &deadline) < 0) deadline = UINT64_MAX;
    timeout = milliseconds_until(deadline);
  }
  int count = poll(polled, 2, timeout);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  // While messages wait, this writes, and reads nothing.
  if (!reads && polled[1].revents) {
    int result = bus_process(player);
    if (result < 0) return result;
  }
  return 0;
}
