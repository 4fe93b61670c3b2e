"""Moments at which the machine itself stands still: not even a thread of real-time priority runs.

A virtual machine does so when its host has other work. Run as a program, this watches one core.
"""

import contextlib
import os
import subprocess
import sys
import time

STEP = 0.004  # seconds between two looks at the clock
SHORTEST = 0.02  # seconds that a core does not run at all


@contextlib.contextmanager
def stalls():
    """Watches every core, which only root can do, and lends a function that ends this.

    It returns the stalls, each with its begin and its end in the time of `time.monotonic`.
    """
    with contextlib.ExitStack() as stack:
        watchers = []
        for core in os.sched_getaffinity(0):
            watcher = stack.enter_context(subprocess.Popen(
                [sys.executable, __file__, str(core)], stdout=subprocess.PIPE, text=True))
            stack.callback(watcher.kill)
            watchers.append(watcher)

        def end():
            for watcher in watchers:
                watcher.kill()
            return _merged(
                tuple(float(time) for time in line.split())
                for watcher in watchers for line in watcher.stdout)

        yield end


def _merged(stalls):
    """The stalls of all cores, those that overlap as one."""
    merged = []
    for begin, end in sorted(stalls):
        if merged and begin <= merged[-1][1]:
            begin, last = merged.pop()
            end = max(end, last)
        merged.append((begin, end))
    return merged


def _watch(core):
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(90))
    last = time.monotonic()
    while True:
        time.sleep(STEP)
        now = time.monotonic()
        if now - last > STEP + SHORTEST:
            print(last + STEP, now, flush=True)
        last = now


if __name__ == "__main__":
    _watch(int(sys.argv[1]))
