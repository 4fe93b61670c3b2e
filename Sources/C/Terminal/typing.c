#define _DEFAULT_SOURCE

#include "CMeditationTerminal.h"

#include <errno.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { fatal_count = sizeof fatal / sizeof *fatal };

static struct sigaction before[fatal_count];
static struct termios usual;
static volatile sig_atomic_t terminal = -1;
static int is_guarding;

/// TCSANOW: the other actions wait for output to drain, which may never happen.
static void set_modes(int descriptor, const struct termios *modes) {
  while (tcsetattr(descriptor, TCSANOW, modes) != 0 && errno == EINTR) continue;
}

/// Calls only async-signal-safe functions (POSIX).
static void restore_and_die(int number) {
  if (terminal >= 0) {
    static const char farewell[] = "\r\n\033[?2004l";
    set_modes(terminal, &usual);
    if (write(terminal, farewell, sizeof farewell - 1) < 0) terminal = -1;
    terminal = -1;
  }
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] == number) sigaction(number, &before[i], NULL);
  }
  raise(number);
}

static void guard(void) {
  if (is_guarding) return;
  is_guarding = 1;
  struct sigaction action = {.sa_handler = restore_and_die};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &before[i]);
}

static const tcflag_t local_off = ICANON | ECHO, input_off = ICRNL | INLCR;

/// True if `modes` are the modes for typing, left behind by a killed instance under a shell that
/// does not reset them.
static int are_left_behind(const struct termios *modes) {
  return !(modes->c_lflag & local_off) && !(modes->c_iflag & input_off) &&
         modes->c_lflag & ISIG && modes->c_cc[VLNEXT] == _POSIX_VDISABLE;
}

void begin_typing(int descriptor) {
  if (terminal >= 0 || tcgetattr(descriptor, &usual) != 0) return;
  guard();
  terminal = descriptor;
  if (are_left_behind(&usual)) {
    usual.c_lflag |= ICANON | ECHO;
    usual.c_iflag |= ICRNL;
    usual.c_cc[VLNEXT] = CTRL('V');
  }
  struct termios modes = usual;
  modes.c_lflag &= ~local_off;
  modes.c_iflag &= ~input_off;
  // A line feed also returns the carriage.
  modes.c_oflag |= OPOST | ONLCR;
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  modes.c_cc[VLNEXT] = _POSIX_VDISABLE;
  set_modes(descriptor, &modes);
}

void forget_typing(void) { terminal = -1; }

void end_typing(void) {
  if (terminal < 0) return;
  set_modes(terminal, &usual);
  terminal = -1;
}
