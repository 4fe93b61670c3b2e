#include "CMeditationTerminal.h"

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static int output_was_closed;

/// Runs before main: otherwise the first file that any library opens would take the descriptor of a
/// closed standard stream.
__attribute__((constructor)) static void open_missing_streams(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    if (descriptor == STDOUT_FILENO) output_was_closed = 1;
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY) < 0) continue;
  }
}

int standard_output_was_closed(void) { return output_was_closed; }

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
