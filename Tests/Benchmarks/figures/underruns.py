"""Underruns of the server's stream while every core is busy, counted by the server."""

import contextlib
import os
import pathlib
import re
import subprocess
import time

from bench.server import server
from bench.shop import Failed
from bench.table import Row

# Source: PulseAudio 16, `handle_input_underrun` in `protocol-native.c`: the queue of the stream is
# empty, whether that is heard or not.
UNDERRUN = re.compile(r"(Actual|Implicit) underrun of 'libao")


def rows(shop):
    seconds = round(shop.minutes * 60)
    song = shop.noise(seconds + 10, "ogg")
    log = pathlib.Path(shop.path("server.log"))
    with server(shop, log=log) as recorder, _busy():
        with shop.started(
                shop.meditate, "--plain", "--driver", "pulse", "--start", song) as process:
            begin = recorder.sound(time.monotonic(), process) + 1
            time.sleep(1)
            before = _count(log)
            time.sleep(seconds)
            if process.poll() is not None:
                raise Failed(f"meditate ended with {process.returncode}")
            count = _count(log) - before
            gaps = recorder.gaps(begin, begin + seconds - 1)
    yield Row(
        f"underruns in {shop.minutes:g} min of Vorbis, all cores busy",
        f"{count}, {len(gaps)} heard", "", [count], 0)


def _count(log):
    return len(UNDERRUN.findall(log.read_text(errors="replace")))


@contextlib.contextmanager
def _busy():
    """Keeps each core busy with a process of ordinary priority."""
    hogs = [
        subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
