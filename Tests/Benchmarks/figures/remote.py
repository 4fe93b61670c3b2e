"""From a pause that another program asks for to silence, against one that is typed."""

import contextlib
import random
import socket
import statistics
import subprocess
import time

from bench.server import server
from bench.table import Row, milliseconds

LIMIT = 10  # milliseconds more than at the prompt
SLOWEST = {"do volume": 15, "status": 15}  # milliseconds


def rows(shop):
    delays = {"typed": [], "do": [], "socket": []}
    with server(shop) as recorder, _session(shop, recorder) as (process, ways):
        for _ in range(shop.pairs(15)):
            for name in random.sample(list(delays), len(delays)):
                delays[name].append(_pause(recorder, process, ways, name))
        answers = {
            line: [
                shop.spend(shop.meditate, *line.split()).wall * 1000
                for _ in range(shop.pairs(20))]
            for line in SLOWEST}
    for line, times in answers.items():
        yield Row(
            f"'meditate {line}'", f"{statistics.median(times):.0f} ms", "–", times, SLOWEST[line],
            " ms")
    for name, what in [("do", "'meditate do pause'"), ("socket", "pause on an open socket")]:
        yield Row(
            f"{what} to silence, later than typed", milliseconds(statistics.median(delays[name])),
            f"{milliseconds(statistics.median(delays['typed']))} typed",
            [(one - typed) * 1000 for one, typed in zip(delays[name], delays["typed"])], LIMIT,
            " ms")


@contextlib.contextmanager
def _session(shop, recorder):
    """A session that plays, and the ways to send it a line."""
    song = shop.noise(600, "ogg")
    with shop.started(
            shop.meditate, "--plain", "--driver", "pulse", "--start", song) as process, \
            socket.socket(socket.AF_UNIX) as remote:
        recorder.sound(time.monotonic(), process)
        remote.connect(shop.path(f"meditate/{process.pid}.sock"))
        yield process, {
            "typed": lambda line: process.stdin.write(f"{line}\n".encode()),
            "do": lambda line: subprocess.run(
                [shop.meditate, "do", line], env=shop.environment, check=True,
                stdout=subprocess.DEVNULL),
            "socket": lambda line: remote.sendall(f"{line}\n".encode())}


def _pause(recorder, process, ways, name):
    """Seconds that a pause takes, at a moment that follows no rhythm."""
    time.sleep(random.uniform(0.8, 1.2))
    asked = time.monotonic()
    ways[name]("pause")
    delay = recorder.silence(asked, process) - asked
    resumed = time.monotonic()
    ways["typed"]("play")
    recorder.sound(resumed, process)
    return delay
