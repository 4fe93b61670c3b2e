#define _GNU_SOURCE

#include "CMeditationTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t pipe_of_signals = -1;
/// Where held signals wait to be watched.
static int held = -1;

static void note(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  if (write(pipe_of_signals, &byte, 1) < 0) {
    // A full pipe has enough signals.
  }
  errno = saved;
}

void hold_signals(const int *numbers, int count) {
  if (held < 0) held = watch_signals(numbers, count);
}

int watch_signals(const int *numbers, int count) {
  int ends[2] = {held, -1};
  held = -1;
  if (ends[0] >= 0) return ends[0];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  pipe_of_signals = ends[1];
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  // Otherwise a later signal could be written before the one whose handler it interrupts.
  for (int i = 0; i < count; i++) sigaddset(&action.sa_mask, numbers[i]);
  for (int i = 0; i < count; i++) sigaction(numbers[i], &action, NULL);
  return ends[0];
}
