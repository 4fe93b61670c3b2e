#define _GNU_SOURCE

#include "CMeditationSocket.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

int socket_accept(int listener) {
  int connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return connection < 0 ? -errno : connection;
}

int wake_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void wake_signal(int wake) {
  uint64_t one = 1;
  // It fails only if the counter is full, and then the thread wakes anyway.
  ssize_t size = write(wake, &one, sizeof one);
  (void)size;
}

void wake_clear(int wake) {
  uint64_t count;
  // It fails only if nobody signalled.
  ssize_t size = read(wake, &count, sizeof count);
  (void)size;
}

void wake_close(int wake) { close(wake); }
