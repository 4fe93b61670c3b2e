#define _XOPEN_SOURCE 700

#include "CTerminal.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { fatal_count = sizeof fatal / sizeof *fatal };

static struct sigaction before[fatal_count];
static struct termios modes;
static volatile sig_atomic_t guarded = -1;
static int is_installed;

/// Only calls that POSIX lists as safe in a signal handler.
static void restore(int number) {
  if (guarded >= 0) {
    static const char paste_off[] = "\r\n\033[?2004l";
    tcsetattr(guarded, TCSANOW, &modes);
    if (write(guarded, paste_off, sizeof paste_off - 1) < 0) guarded = -1;
    guarded = -1;
  }
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] == number) sigaction(number, &before[i], NULL);
  }
  raise(number);
}

void guard_terminal(int descriptor) {
  guarded = -1;
  if (tcgetattr(descriptor, &modes) != 0) return;
  guarded = descriptor;
  if (is_installed) return;
  is_installed = 1;
  struct sigaction action = {.sa_handler = restore};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &before[i]);
}

void unguard_terminal(void) { guarded = -1; }
