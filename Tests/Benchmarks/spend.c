/* Runs COMMAND and writes what it spent to REPORT: CPU seconds and peak kilobytes.
 *
 * Linux counts the memory of the program that calls exec in the peak of the program it executes, so
 * the caller has to be small: from Python, every small program would seem to need as much as Python.
 * COMMAND dies with its caller, however that ends. A terminal on standard input becomes its
 * controlling terminal.
 * Usage: spend REPORT COMMAND [ARGUMENT ...] */
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct rusage spent;
  int status;
  if (argc < 3) return 64;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (isatty(0)) {
      setsid();
      ioctl(0, TIOCSCTTY, 0);
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  if (wait4(child, &status, 0, &spent) != child) return 71;
  FILE *report = fopen(argv[1], "w");
  if (!report) return 73;
  fprintf(report, "%.6f %ld\n",
    spent.ru_utime.tv_sec + spent.ru_stime.tv_sec
      + (spent.ru_utime.tv_usec + spent.ru_stime.tv_usec) / 1e6,
    spent.ru_maxrss);
  fclose(report);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
