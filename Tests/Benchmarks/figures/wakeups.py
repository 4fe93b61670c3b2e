"""How often a sit wakes the processor, what that costs, and the memory it takes, with and without music.

Of all threads, the times that one has slept: `voluntary_ctxt_switches` in /proc. It is counted once the
settling and the first seconds of the device are over. Against players with a library, mpd and cmus, and
against mpv, each of which plays the same song.
"""

import contextlib
import os
import pathlib
import pty
import shutil
import subprocess
import threading
import time

from bench.daemon import Daemon
from bench.server import server
from bench.shop import Failed
from bench.table import Row, megabytes

SETTLED = 12  # seconds
PLAN = "off, settle 5s"


def rows(shop):
    song = shop.noise(120, "ogg")
    sit = [shop.meditate, "--plain", "sit", "30m", "--plan", PLAN, "--driver"]
    music = [shop.meditate, "--plain", "--plan", f"{PLAN}, for 30m", "--start", song, "--driver"]
    mpv = ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse", song]
    with server(shop, records=False):
        rivals = []
        for name, player in [
                ("mpv", _running(shop, mpv)), ("mpd", _mpd(shop, song)), ("cmus", _cmus(shop, song))]:
            with player as process:
                wakeups, cpu, memory = _spent(shop, process)
                rivals.append(f"{name} {wakeups:.0f}, {cpu:.2f} %, {megabytes(memory)}")
        for name, command, limit in [
                ("a silent sit, PulseAudio", [*sit, "pulse"], 40),
                ("a sit with Vorbis, PulseAudio", [*music, "pulse"], 60),
                ("a silent sit, driver null", [*sit, "null"], 12)]:
            with _running(shop, command) as process:
                wakeups, cpu, memory = _spent(shop, process)
                yield Row(
                    f"wakeups a second, CPU of one core and memory, {name}",
                    f"{wakeups:.0f}, {cpu:.2f} %, {megabytes(memory)}",
                    "playing Vorbis: " + "; ".join(rivals), [wakeups], limit)


@contextlib.contextmanager
def _running(shop, command):
    with shop.started(*command) as process:
        yield process.pid


@contextlib.contextmanager
def _mpd(shop, song):
    music = shop.folder / "one-song"
    music.mkdir(exist_ok=True)
    shutil.copy(song, music)
    with Daemon(shop, music, output="pulse") as daemon:
        yield daemon.play()


@contextlib.contextmanager
def _cmus(shop, song):
    socket = shop.path("cmus-socket")
    own, theirs = pty.openpty()
    environment = {**shop.environment, "TERM": "xterm"}
    process = subprocess.Popen(
        ["cmus", "--listen", socket], env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    # It stands still while nobody reads what it draws and, where there is no bus, until Enter is typed.
    threading.Thread(target=_read_all, args=(own,), daemon=True).start()
    os.write(own, b"\n")
    try:
        for _ in range(100):
            time.sleep(0.1)
            with contextlib.suppress(Failed):
                shop.run("cmus-remote", "--server", socket, "-C", "set output_plugin=pulse")
                break
        shop.run("cmus-remote", "--server", socket, "-C", f"player-play {song}")
        yield process.pid
    finally:
        process.kill()
        process.wait()
        for descriptor in (own, theirs):
            os.close(descriptor)


def _read_all(descriptor):
    with contextlib.suppress(OSError):
        while os.read(descriptor, 1 << 16):
            pass


def _spent(shop, process):
    """The wakeups a second, the CPU in percent of one core, and the resident memory in bytes."""
    time.sleep(SETTLED)
    before, begin = _counts(process), time.monotonic()
    time.sleep(min(shop.seconds, 30))
    after, seconds = _counts(process), time.monotonic() - begin
    sleeps, nanoseconds = [
        sum(counts[place] - before.get(thread, (0, 0))[place] for thread, counts in after.items())
        for place in (0, 1)]
    status = dict(
        line.split(":", 1)
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines())
    memory = int(status["VmRSS"].split()[0]) * 1024
    return sleeps / seconds, nanoseconds / seconds / 1e7, memory


def _counts(process):
    """Of each thread, how often it has slept, and for how many nanoseconds it ran."""
    counts = {}
    for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
        status = dict(
            line.split(":", 1) for line in (thread / "status").read_text().splitlines())
        ran = int((thread / "schedstat").read_text().split()[0])
        counts[thread.name] = (int(status["voluntary_ctxt_switches"]), ran)
    return counts
