"""From a typed pause to silence at the device, against mpv through its JSON socket."""

import json
import random
import socket
import statistics
import time

from bench.server import server
from bench.table import compare, milliseconds

PAUSES = 5  # of one run


def rows(shop):
    delays = {"meditate": [], "mpv": []}
    with server(shop) as recorder:
        for _ in range(shop.pairs(3)):
            for name, measure in [("meditate", _meditate), ("mpv", _mpv)]:
                delays[name].append(measure(shop, recorder))
                recorder.silence(time.monotonic())
    yield compare(
        "pause typed to silence, PulseAudio", delays["meditate"], delays["mpv"], "mpv", 1.0,
        milliseconds)


def _meditate(shop, recorder):
    song = shop.noise(60, "ogg")
    with shop.started(
            shop.meditate, "--plain", "--driver", "pulse", "--start", song) as process:
        return _median(recorder, process, lambda pauses: process.stdin.write(
            b"pause\n" if pauses else b"play\n"))


def _mpv(shop, recorder):
    path = shop.path("mpv")
    command = [
        "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse",
        f"--input-ipc-server={path}", shop.noise(60, "ogg")]
    with shop.started(*command) as process, socket.socket(socket.AF_UNIX) as remote:
        recorder.sound(time.monotonic(), process)
        remote.connect(path)
        return _median(recorder, process, lambda pauses: remote.sendall(
            json.dumps({"command": ["set_property", "pause", pauses]}).encode() + b"\n"))


def _median(recorder, process, send):
    """The median time that a pause takes, each at a moment that follows no rhythm."""
    recorder.sound(time.monotonic(), process)
    delays = []
    for _ in range(PAUSES):
        time.sleep(random.uniform(0.8, 1.2))
        typed = time.monotonic()
        send(True)
        delays.append(recorder.silence(typed, process) - typed)
        resumed = time.monotonic()
        send(False)
        recorder.sound(resumed, process)
    return statistics.median(delays)

