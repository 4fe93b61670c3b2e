// Trials that run in a copy of this process, because they may crash it.

#ifndef TRIAL_H
#define TRIAL_H

#include <ao/ao.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Forks; the child ends at its first fault, without a trace, and is killed by `alarm` after `seconds`.
static inline pid_t ao_trial_fork(unsigned seconds) {
  pid_t child = fork();
  if (child != 0) return child;
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit limit = {0, 0};
  setrlimit(RLIMIT_CORE, &limit);
  int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; file < 3; file++) dup2(nothing, file);
  alarm(seconds);
  return 0;
}

/// The status with which `child` ends; -1 where there is none.
static inline int ao_trial_status(pid_t child) {
  int status;
  if (child < 0) return -1;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

/// The outcome of opening a device in a copy of this process.
enum ao_trial { ao_trial_ended, ao_trial_crashed, ao_trial_unanswered };

/// Opens a device in a copy of this process. Blocks for 2 seconds at most.
static inline enum ao_trial ao_try_open(int driver, ao_sample_format *format, ao_option *options) {
  pid_t child = ao_trial_fork(2);
  if (child == 0) {
    ao_open_live(driver, format, options);
    _exit(0);
  }
  int status = ao_trial_status(child);
  if (status < 0 || !WIFSIGNALED(status)) return ao_trial_ended;
  int number = WTERMSIG(status);
  return number == SIGALRM || number == SIGKILL ? ao_trial_unanswered : ao_trial_crashed;
}

/// Returns 1 if ALSA's library cannot read the configuration file at `path`, or crashes at it.
static inline int alsa_refuses(const char *path) {
  pid_t child = ao_trial_fork(10);
  if (child == 0) {
    void *library = dlopen("libasound.so.2", RTLD_NOW);
    if (!library) _exit(0);
    int (*open_file)(void **, const char *, const char *) =
        (int (*)(void **, const char *, const char *))dlsym(library, "snd_input_stdio_open");
    int (*make_top)(void **) = (int (*)(void **))dlsym(library, "snd_config_top");
    int (*load)(void *, void *) = (int (*)(void *, void *))dlsym(library, "snd_config_load");
    void *input, *top;
    if (!open_file || !make_top || !load || open_file(&input, path, "r") < 0 || make_top(&top) < 0)
      _exit(0);
    _exit(load(top, input) < 0);
  }
  int status = ao_trial_status(child);
  return status > 0 && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
}

#endif
