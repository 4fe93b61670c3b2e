"""Underruns of the server's stream while every core is busy, counted by the server.

What keeps the cores busy runs in sessions of its own, as programs of other terminals do: Linux
shares the processor among sessions first. Source: sched(7), "autogroup".

Run by root, the server has the priority that a desktop gives it, and meditate that of any user, as
on a desktop; underruns while the machine itself stood still are counted apart. Run by another user,
both have the priority of what keeps the cores busy.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import time

from bench.server import server
from bench.shop import Failed
from bench.stalls import SHORTEST, stalls
from bench.table import Row, milliseconds

# Source: PulseAudio 16, `handle_input_underrun` in `protocol-native.c`: the queue of the stream is
# empty, whether that is heard or not.
UNDERRUN = re.compile(r"(Actual|Implicit) underrun of 'libao")

# Seconds after a stall in which the server may still find the queue empty, and this read of it.
AFTERMATH = 0.2


def rows(shop):
    seconds = round(shop.minutes * 60)
    song = shop.noise(seconds + 10, "ogg")
    log = pathlib.Path(shop.path("server.log"))
    is_root = os.geteuid() == 0
    watched = stalls() if is_root else contextlib.nullcontext(list)
    with server(shop, log=log, priority=is_root) as recorder, _busy(), watched as end_watch:
        user = _as_user(shop, song) if is_root else []
        with shop.started(
                *user, shop.meditate, "--plain", "--driver", "pulse", "--start", song) as process:
            recorder.sound(time.monotonic(), process)
            time.sleep(2)
            underruns = _underruns(log, time.monotonic() + seconds)
            if process.poll() is not None:
                raise Failed(f"meditate ended with {process.returncode}")
        still = end_watch()
    excused = [
        time for time in underruns
        if any(begin <= time <= end + AFTERMATH for begin, end in still)]
    longest = max((end - begin for begin, end in still), default=0)
    count = len(underruns) - len(excused)
    yield Row(
        f"underruns in {shop.minutes:g} min of Vorbis, all cores busy", str(count),
        f"{len(excused)} more, in {len(still)} stalls of the machine of "
        f"{milliseconds(SHORTEST)} to {milliseconds(longest)}" if still else "",
        [count], 0)


def _as_user(shop, song):
    """What runs a command as a user without privileges, who can read `song` and the program."""
    home = shop.folder / "home"
    home.mkdir(exist_ok=True)
    os.chown(home, 65534, 65534)
    shop.folder.chmod(0o711)
    os.chmod(song, 0o644)
    return [
        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", f"HOME={home}",
        f"XDG_RUNTIME_DIR={home}"]


def _underruns(log, until):
    """When the server wrote of an underrun, from now until a time of `time.monotonic`."""
    times = []
    with log.open(errors="replace") as lines:
        lines.seek(0, os.SEEK_END)
        while time.monotonic() < until:
            times += [time.monotonic() for line in lines if UNDERRUN.search(line)]
            time.sleep(0.02)
    return times


@contextlib.contextmanager
def _busy():
    """Keeps each core busy with a process of ordinary priority."""
    hogs = [
        subprocess.Popen(["sh", "-c", "while :; do :; done"], start_new_session=True)
        for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
