#include "CMeditationTerminal.h"

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static int output_was_closed;

/// Runs before main: otherwise the first file that any library opens would take the descriptor of a
/// closed standard stream. Standard output still cannot be written then: what is printed would be lost
/// without a word.
__attribute__((constructor)) static void open_missing_streams(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    if (descriptor == STDOUT_FILENO) output_was_closed = 1;
    if (open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0) continue;
  }
}

int standard_output_was_closed(void) { return output_was_closed; }

int discard_closed_output(void) {
  int null = output_was_closed ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (null >= 0) {
    dup2(null, STDOUT_FILENO);
    close(null);
  }
  return output_was_closed;
}

static int argument_count;
static char **arguments;

/// glibc calls constructors with what it calls main with.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

const char *program_argument(int index) {
  return index < argument_count ? arguments[index] : NULL;
}
