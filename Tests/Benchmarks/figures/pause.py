"""From a typed pause to silence at the device, against mpv through its JSON socket."""

import json
import random
import socket
import statistics
import time

from bench.server import server
from bench.table import Row, milliseconds

PAUSES = 5  # of one run


def rows(shop):
    # Without a card, ALSA plays through the server, by its plugin.
    (shop.folder / ".asoundrc").write_text("pcm.!default pulse\npcm.pulse { type pulse }\n")
    for driver, name in [("pulse", "PulseAudio"), ("alsa", "ALSA over PulseAudio")]:
        yield from _rows(shop, driver, name)


def _rows(shop, driver, name):
    ours, theirs = [], []
    with server(shop) as recorder:
        for _ in range(shop.pairs(3)):
            for delays, measure in [(ours, _meditate), (theirs, _mpv)]:
                delays.append(measure(shop, recorder, driver))
                recorder.silence(time.monotonic())
    yield Row(
        f"pause typed to silence, {name}", milliseconds(statistics.median(ours)),
        f"{milliseconds(statistics.median(theirs))} mpv", [delay * 1000 for delay in ours],
        300 if driver == "pulse" else None, " ms")


def _meditate(shop, recorder, driver="pulse"):
    song = shop.noise(60, "ogg")
    with shop.started(
            shop.meditate, "--plain", "--driver", driver, "--start", song) as process:
        return _median(recorder, process, lambda pauses: process.stdin.write(
            b"pause\n" if pauses else b"play\n"))


def _mpv(shop, recorder, driver):
    path = shop.path("mpv")
    command = [
        "mpv", "--no-config", "--no-video", "--really-quiet", f"--ao={driver}",
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

