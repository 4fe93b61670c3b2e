"""A conversation with a program, on a terminal or through pipes."""

import contextlib
import os
import pty
import select
import subprocess
import termios
import time

from .shop import Failed

PATIENCE = 120  # seconds until a program that says nothing counts as stuck


class Talk:
    """Lends itself while the program runs; afterwards `peak` is the most memory it held, in bytes."""

    def __init__(self, shop, *command, terminal=False):
        self._report = shop.folder / "report"
        self._report.unlink(missing_ok=True)
        command = [shop.path("spend"), str(self._report), *command]
        self._begin = time.monotonic()
        if terminal:
            self._input, theirs = pty.openpty()
            termios.tcsetwinsize(theirs, (24, 80))
            self._output, self._end = self._input, b"\r"
            self._process = subprocess.Popen(
                command, env=shop.environment, stdin=theirs, stdout=theirs, stderr=theirs)
            os.close(theirs)
        else:
            self._process = subprocess.Popen(
                command, env=shop.environment, bufsize=0, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self._input, self._end = self._process.stdin.fileno(), b"\n"
            self._output = self._process.stdout.fileno()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            os.write(self._input, b"quit" + self._end)
            while os.read(self._output, 1 << 20):
                pass
        self._process.wait(PATIENCE)
        self.peak = int(self._report.read_text().split()[1]) * 1024

    def until(self, answer):
        """Seconds from the last line, or the beginning, until the program has said `answer`."""
        said = b""
        while answer not in said:
            if not select.select([self._output], [], [], PATIENCE)[0]:
                raise Failed(f"{self._process.args} never said {answer}, but {said[-200:]}")
            said = said[-len(answer):] + os.read(self._output, 1 << 20)
        return time.monotonic() - self._begin

    def ask(self, *lines, answer):
        """Types `lines`; returns the seconds until the program has said `answer`."""
        self._begin = time.monotonic()
        os.write(self._input, b"".join(line.encode() + self._end for line in lines))
        return self.until(answer)
